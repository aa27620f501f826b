import { type Listing, SORTS, type Sort } from './api'

/** The search parameters of a listing: sort order, filters and page. */
export type ListingSearch = {
  sort?: Sort
  inStock?: true
  /** The id of the sub-category to which a search is narrowed. */
  subCategory?: string
  minPrice?: number
  maxPrice?: number
  brand?: string[]
  type?: string[]
  size?: string[]
  origin?: string[]
  /** In per cent of the price. */
  minDiscount?: number
  /** 2 or higher; omitted for the first page. */
  page?: number
}

/** Returns the listing of a text search; all products for ''. */
export function searchListing(q: string, filters: Omit<ListingSearch, 'page'>): Listing {
  return { q: q || undefined, ...filters }
}

/** Parses the search parameters; invalid ones are omitted. */
export function parseListingSearch(search: Record<string, unknown>): ListingSearch {
  return {
    sort: SORTS.find((sort) => sort === search.sort),
    inStock: String(search.inStock) === 'true' ? true : undefined,
    subCategory: typeof search.subCategory === 'string' ? search.subCategory : undefined,
    minPrice: parseInteger(search.minPrice, 1),
    maxPrice: parseInteger(search.maxPrice, 1),
    brand: parseTexts(search.brand),
    type: parseTexts(search.type),
    size: parseTexts(search.size),
    origin: parseTexts(search.origin),
    minDiscount: parseInteger(search.minDiscount, 1, 99),
    page: parseInteger(search.page, 2),
  }
}

/** The maximum number of values of one filter in a URL. */
const MAX_VALUES = 50

function parseTexts(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value])
    .filter((text) => typeof text === 'string' || typeof text === 'number')
    .map(String)
    .filter((text) => text !== '')
  return texts.length > 0 ? [...new Set(texts)].slice(0, MAX_VALUES) : undefined
}

function parseInteger(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= min && number <= max ? number : undefined
}

/** The filters of a listing in the filter drawer. */
export const FACETS = ['brand', 'type', 'size', 'origin'] as const
export type Facet = (typeof FACETS)[number]

/** Reports whether a list is filtered by anything other than page, sort order and sub-category. */
export function isFiltered(search: ListingSearch): boolean {
  const { inStock, minPrice, maxPrice, minDiscount } = search
  return Boolean(inStock || minPrice || maxPrice || minDiscount || FACETS.some((facet) => search[facet]))
}

/** The change that removes all filters. */
export const NO_FILTERS: Partial<ListingSearch> = {
  inStock: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  minDiscount: undefined,
  brand: undefined,
  type: undefined,
  size: undefined,
  origin: undefined,
}
