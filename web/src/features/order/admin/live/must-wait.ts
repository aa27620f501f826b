import { ApiError } from '@/lib/api'
import { currentConnection } from '@/lib/event-stream'
import { readPendingSteps } from './pending-steps'

/** Reports whether a step must wait: nobody responds, or others wait already and go before it. */
export function mustWait(): boolean {
  return currentConnection().state === 'offline' || readPendingSteps().length > 0
}

/** Reports whether a call failed because nobody responded. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}
