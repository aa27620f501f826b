import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/**
 * Reads a value that only a browser has, such as one in its storage, at every render. A server renders
 * `serverValue`, and so does hydration. `read` must return a primitive value.
 */
export function useClientValue<Value extends string | null | undefined>(
  read: () => Value,
  serverValue: Value,
): Value {
  return useSyncExternalStore(subscribeNever, read, () => serverValue)
}
