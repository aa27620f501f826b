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

/** Returns the out-of-stock instructions of the cart lines; stored in this tab, so that they survive a reload. */
export function useWishes(): { wishes: Wishes; setWish: (lineId: string, wish: Wish) => void } {
  const wishes = useStored(storedWishes) ?? NONE
  return { wishes, setWish: (lineId, wish) => storedWishes.write({ ...wishes, [lineId]: wish }) }
}
