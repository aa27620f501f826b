import { describe, expect, test } from 'vitest'
import { listingSearch } from './listing-search'

describe('the address of a list', () => {
  test('text becomes types', () => {
    expect(listingSearch({ sort: 'priceAsc', inStock: 'true', minPrice: '100', page: '3' })).toEqual({
      sort: 'priceAsc',
      inStock: true,
      minPrice: 100,
      page: 3,
    })
  })

  test('what cannot be read is left out instead of breaking the page', () => {
    expect(
      listingSearch({ sort: 'cheap', inStock: 'no', minPrice: '-1', maxPrice: 'abc', page: '1' }),
    ).toEqual({})
  })
})
