import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/**
 * Reads a value that only browsers have, such as one in storage, on every render. The server and the hydration render use
 * `serverValue`. `read` must return a primitive.
 */
export function useClientValue<Value extends string | null | undefined>(
  read: () => Value,
  serverValue: Value,
): Value {
  return useSyncExternalStore(subscribeNever, read, () => serverValue)
}
