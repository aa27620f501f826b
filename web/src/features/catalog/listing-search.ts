import { type Listing, SORTS, type Sort } from './api'

/** The search parameters that sort, filter and page a list. */
export type ListingSearch = {
  sort?: Sort
  inStock?: true
  /** The id of the sub-category that a search is narrowed to. */
  subCategory?: string
  minPrice?: number
  maxPrice?: number
  brand?: string[]
  type?: string[]
  size?: string[]
  origin?: string[]
  /** In per cent of the price. */
  minDiscount?: number
  /** From 2; the first page has no number. */
  page?: number
}

/** Returns the listing of a search for a text; every product where it is empty. */
export function searchListing(q: string, filters: Omit<ListingSearch, 'page'>): Listing {
  return { q: q || undefined, ...filters }
}

/** Parses the search parameters of a URL; invalid ones are left out. */
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

/** How many values of one filter a URL names at most. */
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

/** The filters of a listing that lie behind the button Filters. */
export const FACETS = ['brand', 'type', 'size', 'origin'] as const
export type Facet = (typeof FACETS)[number]

/** Reports whether anything but the page, the sort and the sub-category narrows a list. */
export function isFiltered(search: ListingSearch): boolean {
  const { inStock, minPrice, maxPrice, minDiscount } = search
  return Boolean(inStock || minPrice || maxPrice || minDiscount || FACETS.some((facet) => search[facet]))
}

/** The change that takes every filter off. */
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
