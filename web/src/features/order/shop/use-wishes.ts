import { asJson, storedValue, useStored } from '@/lib/stored-value'
import { WISHES, type Wish } from '../wish'

/** The wish for each cart line that has one, by the line's id. */
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

/** Returns what the shopper wants done about lines that are out of stock; kept in this tab, also over a reload. */
export function useWishes(): { wishes: Wishes; setWish: (lineId: string, wish: Wish) => void } {
  const wishes = useStored(storedWishes) ?? NONE
  return { wishes, setWish: (lineId, wish) => storedWishes.write({ ...wishes, [lineId]: wish }) }
}
