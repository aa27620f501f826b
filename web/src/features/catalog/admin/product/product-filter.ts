import { parsePage } from '../pagination'

/** Which products the administrator's list shows, unpublished ones included. */
export type AdminProductFilter = {
  q?: string
  page?: number
  stock?: StockLevel
  publish?: boolean
  sort?: AdminSort
}

/** The orders of the administrator's list. Without one: what fits best, the fewest pieces, else the newest first. */
export const ADMIN_SORTS = ['newest', 'name', 'priceAsc', 'priceDesc', 'discount', 'stock'] as const
type AdminSort = (typeof ADMIN_SORTS)[number]

/** None left, or at most five. */
type StockLevel = 'out' | 'low'

/** Reads the administrator's list out of an address; what it cannot read it leaves out. */
export function parseProductFilter({
  q,
  page,
  stock,
  publish,
  sort,
}: Record<string, unknown>): AdminProductFilter {
  return {
    q: q ? String(q).trim() || undefined : undefined,
    page: parsePage(page),
    stock: stock === 'out' || stock === 'low' ? stock : undefined,
    publish: publish === undefined || publish === '' ? undefined : String(publish) === 'true',
    sort: ADMIN_SORTS.find((known) => known === sort),
  }
}
