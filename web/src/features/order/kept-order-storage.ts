import { useSyncExternalStore } from 'react'
import type { Paise } from '@/lib/money'

/** A cash order that could not be sent, kept until the network is back and the shopper agrees once more. */
export type KeptOrder = { key: string; body: string; count: number; total: Paise }

// Logging out clears the storage.
const STORAGE_KEY = 'keptOrder'

const listeners = new Set<() => void>()

/** Stores the order in the place of the one before, or removes it. */
export function storeKeptOrder(order: KeptOrder | undefined): void {
  if (order) localStorage.setItem(STORAGE_KEY, JSON.stringify(order))
  else localStorage.removeItem(STORAGE_KEY)
  for (const listener of listeners) listener()
}

export const discardKeptOrder = () => storeKeptOrder(undefined)

/** The order that is kept on this browser, if there is one. */
export function useKeptOrder(): KeptOrder | undefined {
  const stored = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
    () => localStorage.getItem(STORAGE_KEY),
    () => null,
  )
  return stored ? (JSON.parse(stored) as KeptOrder) : undefined
}
