import { parsePage } from '../pagination'

/** The filter of the administrator's list, which includes unpublished products. */
export type AdminProductFilter = {
  q?: string
  page?: number
  category?: string
  subCategory?: string
  stock?: StockLevel
  publish?: boolean
  /** Lists only products without this property. */
  without?: Lack
  /** The GST rate in per cent that applies today. */
  taxRate?: string
  sort?: AdminSort
}

/** The sort orders of the administrator's list. The default is relevance for a search, fewest pieces for a stock filter, else newest. */
export const ADMIN_SORTS = ['newest', 'name', 'priceAsc', 'priceDesc', 'discount', 'stock'] as const
type AdminSort = (typeof ADMIN_SORTS)[number]

export const STOCK_LEVELS = ['some', 'low', 'out', 'ending'] as const
/** The stock levels: in stock, at most five pieces, sold out, or running out within a few days. */
type StockLevel = (typeof STOCK_LEVELS)[number]

export const LACKS = ['picture', 'unit', 'hsn', 'rate'] as const
type Lack = (typeof LACKS)[number]

/** The GST rates that apply or applied to groceries; a URL may have another. */
export const TAX_RATES = ['0', '3', '5', '12', '18', '28', '40'] as const

const id = (value: unknown) => (/^[0-9a-z]{12,40}$/.test(String(value)) ? String(value) : undefined)

/** Parses the search parameters of the administrator's list; invalid ones are omitted. */
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
