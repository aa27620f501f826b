import { useSyncExternalStore } from 'react'
import { WISHES, type Wish } from '../wish'

const STORAGE_KEY = 'wishes'

/** The wish for each cart line that has one, by the line's id. */
export type Wishes = Record<string, Wish>

const listeners = new Set<() => void>()

function parseWishes(stored: string): Wishes {
  return Object.fromEntries(
    Object.entries(JSON.parse(stored)).flatMap(([line, wish]) =>
      WISHES.flatMap((known) => (known === wish ? [[line, known]] : [])),
    ),
  )
}

/** Returns what the shopper wants done about lines that are out of stock; kept in this tab, also over a reload. */
export function useWishes(): { wishes: Wishes; setWish: (lineId: string, wish: Wish) => void } {
  const stored = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sessionStorage.getItem(STORAGE_KEY) ?? '{}',
    () => '{}',
  )
  const wishes = parseWishes(stored)
  const setWish = (lineId: string, wish: Wish) => {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...wishes, [lineId]: wish }))
    for (const listener of listeners) listener()
  }
  return { wishes, setWish }
}
