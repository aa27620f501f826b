import { useEffect } from 'react'
import type { CartLine } from '@/features/cart/api'
import { optimisticId } from '@/features/cart/cart-mutation-queue'
import { asJson, storedValue, useStored } from '@/lib/stored-value'
import { WISHES, type Wish } from '../wish'

/** The shopper's out-of-stock instructions by cart line id; lines without one are absent. */
export type Wishes = Record<string, Wish>

const storedWishes = storedValue(
  'wishes',
  'tab',
  asJson(
    (json): Wishes =>
      Object.fromEntries(
        Object.entries(json as object).flatMap(([line, wish]) =>
          WISHES.flatMap((known) => (known === wish ? [[line, known]] : [])),
        ),
      ),
  ),
)
const NONE: Wishes = {}

const wishOf = (wishes: Wishes, line: CartLine): Wish | undefined =>
  wishes[line._id] ?? wishes[optimisticId(line.productId, line)]

/** Moves the instructions of lines that have been confirmed to the ids from the server. */
function withConfirmed(wishes: Wishes, lines: CartLine[]): Wishes {
  const moved = { ...wishes }
  for (const line of lines) {
    const pending = optimisticId(line.productId, line)
    const wish = wishOf(moved, line)
    if (line._id === pending || !wish || !moved[pending]) continue
    delete moved[pending]
    moved[line._id] = wish
  }
  return moved
}

/** Returns the out-of-stock instructions of the cart lines; stored in this tab, so that they survive a reload. */
export function useWishes(lines: CartLine[]) {
  const wishes = useStored(storedWishes) ?? NONE
  useEffect(() => {
    const moved = withConfirmed(wishes, lines)
    if (Object.keys(moved).join() !== Object.keys(wishes).join()) storedWishes.write(moved)
  }, [wishes, lines])
  return {
    wishOf: (line: CartLine) => wishOf(wishes, line),
    setWish: (line: CartLine, wish: Wish) => storedWishes.write({ ...wishes, [line._id]: wish }),
  }
}
