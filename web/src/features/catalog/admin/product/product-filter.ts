import { parsePage } from '../pagination'

/** Which products the administrator's list shows, unpublished ones included. */
export type AdminProductFilter = {
  q?: string
  page?: number
  category?: string
  subCategory?: string
  stock?: StockLevel
  publish?: boolean
  /** Products that lack it. */
  without?: Lack
  /** GST in per cent that is valid today. */
  taxRate?: string
  sort?: AdminSort
}

/** The orders of the administrator's list. Without one: what fits best, the fewest pieces, else the newest first. */
export const ADMIN_SORTS = ['newest', 'name', 'priceAsc', 'priceDesc', 'discount', 'stock'] as const
type AdminSort = (typeof ADMIN_SORTS)[number]

export const STOCK_LEVELS = ['some', 'low', 'out', 'ending'] as const
/** Any left, at most five, none, or enough for a few days of sale only. */
type StockLevel = (typeof STOCK_LEVELS)[number]

export const LACKS = ['picture', 'unit', 'hsn', 'rate'] as const
type Lack = (typeof LACKS)[number]

/** The rates of GST that groceries have or had; an address may name another. */
export const TAX_RATES = ['0', '3', '5', '12', '18', '28', '40'] as const

const id = (value: unknown) => (/^[0-9a-z]{12,40}$/.test(String(value)) ? String(value) : undefined)

/** Reads the administrator's list out of an address; what it cannot read it leaves out. */
export function parseProductFilter({
  q,
  page,
  category,
  subCategory,
  stock,
  publish,
  without,
  taxRate,
  sort,
}: Record<string, unknown>): AdminProductFilter {
  return {
    q: q ? String(q).trim() || undefined : undefined,
    page: parsePage(page),
    category: id(category),
    subCategory: id(subCategory),
    stock: STOCK_LEVELS.find((known) => known === stock),
    publish: publish === undefined || publish === '' ? undefined : String(publish) === 'true',
    without: LACKS.find((known) => known === without),
    taxRate: /^\d{1,2}(\.\d{1,2})?$/.test(String(taxRate)) ? String(Number(taxRate)) : undefined,
    sort: ADMIN_SORTS.find((known) => known === sort),
  }
}
