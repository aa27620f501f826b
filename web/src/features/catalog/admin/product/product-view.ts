import { asText, storedValue, useStored } from '@/lib/stored-value'

/** How the administrator's list shows products: as cards, or where the screen is wide enough as rows of a table. */
export type ProductView = 'cards' | 'table'

const storedView = storedValue('productView', 'login', asText)

/** Returns the view chosen on this browser, cards at first, and a setter. */
export function useProductView(): [ProductView, (view: ProductView) => void] {
  return [useStored(storedView) === 'table' ? 'table' : 'cards', storedView.write]
}
