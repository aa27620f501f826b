import { ApiError } from '@/lib/api'
import type { components } from '@/schema'

type Order = components['schemas']['Checkout']

/** Returns the current order from a 409, which the server sends if a change was based on an older version. */
export function currentOrderOf(error: unknown): Order | undefined {
  return error instanceof ApiError && error.status === 409 && isOrder(error.data) ? error.data : undefined
}

function isOrder(data: unknown): data is Order {
  return typeof data === 'object' && data !== null && '_id' in data && 'stage' in data
}
