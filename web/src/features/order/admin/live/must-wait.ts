import { ApiError } from '@/lib/api'
import { currentConnection } from '@/lib/event-stream'
import { readPendingSteps } from './pending-steps'

/** Reports whether a step must wait: the server is unreachable, or earlier steps are still pending. */
export function mustWait(): boolean {
  return currentConnection().state === 'offline' || readPendingSteps().length > 0
}

/** Reports whether a call failed because the server was unreachable. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}
