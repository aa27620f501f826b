import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'pincode'

const listeners = new Set<() => void>()

/** The pincode that was typed on this browser, undefined until then, and what remembers another; logging out removes it. */
export function useRememberedPincode(): [string | undefined, (pincode: string) => void] {
  const pincode = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(STORAGE_KEY),
    () => null,
  )
  return [pincode ?? undefined, rememberPincode]
}

function rememberPincode(pincode: string): void {
  localStorage.setItem(STORAGE_KEY, pincode)
  for (const listener of listeners) listener()
}
