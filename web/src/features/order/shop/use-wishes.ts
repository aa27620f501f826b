import { useState } from 'react'
import { WISHES, type Wish } from '../wish'

const STORAGE_KEY = 'wishes'

/** The wish for each cart line that has one, by the line's id. */
export type Wishes = Record<string, Wish>

function storedWishes(): Wishes {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
  return Object.fromEntries(
    Object.entries(stored ?? {}).flatMap(([line, wish]) =>
      WISHES.flatMap((known) => (known === wish ? [[line, known]] : [])),
    ),
  )
}

/** Returns what the shopper wants done about lines that are out of stock; kept in this tab, also over a reload. */
export function useWishes(): { wishes: Wishes; setWish: (lineId: string, wish: Wish) => void } {
  const [wishes, setWishes] = useState(storedWishes)
  const setWish = (lineId: string, wish: Wish) => {
    const next = { ...wishes, [lineId]: wish }
    setWishes(next)
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  }
  return { wishes, setWish }
}
