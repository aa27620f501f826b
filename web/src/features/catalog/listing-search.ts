import { type Listing, SORTS, type Sort } from './api'

/** The search parameters that sort, filter and page a list. */
export type ListingSearch = {
  sort?: Sort
  inStock?: true
  /** The id of the sub-category that a search is narrowed to. */
  shelf?: string
  minPrice?: number
  maxPrice?: number
  /** From 2; the first page has no number. */
  page?: number
}

/** Returns the listing of a search for a text; every product where it is empty. */
export function searchListing(q: string, { shelf, ...filters }: Omit<ListingSearch, 'page'>): Listing {
  return { q: q || undefined, subCategory: shelf, ...filters }
}

/** Parses the search parameters of a URL; invalid ones are left out. */
export function parseListingSearch(search: Record<string, unknown>): ListingSearch {
  return {
    sort: SORTS.find((sort) => sort === search.sort),
    inStock: String(search.inStock) === 'true' ? true : undefined,
    shelf: typeof search.shelf === 'string' ? search.shelf : undefined,
    minPrice: parseInteger(search.minPrice, 1),
    maxPrice: parseInteger(search.maxPrice, 1),
    page: parseInteger(search.page, 2),
  }
}

function parseInteger(value: unknown, min: number): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= min ? number : undefined
}
