import { asText, storedValue, useStored } from '@/lib/stored-value'

/** The layout of the administrator's list: cards, or table rows on wide screens. */
export type ProductView = 'cards' | 'table'

const storedView = storedValue('productView', 'login', asText)

/** Returns the layout chosen in this browser (cards by default) and its setter. */
export function useProductView(): [ProductView, (view: ProductView) => void] {
  return [useStored(storedView) === 'table' ? 'table' : 'cards', storedView.write]
}
