import { SORTS, type Sort } from './api'

/** The part of an address that sorts, filters and pages a list. */
export type ListingSearch = {
  sort?: Sort
  inStock?: true
  minPrice?: number
  maxPrice?: number
  /** From 2; the first page has no number. */
  page?: number
}

/** Reads it from an address; what it cannot read it leaves out. */
export function listingSearch(search: Record<string, unknown>): ListingSearch {
  return {
    sort: SORTS.find((sort) => sort === search.sort),
    inStock: String(search.inStock) === 'true' ? true : undefined,
    minPrice: wholeFrom(1, search.minPrice),
    maxPrice: wholeFrom(1, search.maxPrice),
    page: wholeFrom(2, search.page),
  }
}

function wholeFrom(least: number, value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= least ? number : undefined
}
