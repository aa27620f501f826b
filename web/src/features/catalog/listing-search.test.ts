import { describe, expect, test } from 'vitest'
import { parseListingSearch } from './listing-search'

describe('the search parameters of a listing', () => {
  test('search texts are converted to their types', () => {
    expect(parseListingSearch({ sort: 'priceAsc', inStock: 'true', minPrice: '100', page: '3' })).toEqual({
      sort: 'priceAsc',
      inStock: true,
      minPrice: 100,
      page: 3,
    })
  })

  test('a single value of a filter becomes a list, and a numeric unit stays text', () => {
    expect(parseListingSearch({ brand: 'Taj', size: ['500 g', 6, 6, ''], minDiscount: '25' })).toEqual({
      brand: ['Taj'],
      size: ['500 g', '6'],
      minDiscount: 25,
    })
  })

  test('invalid parameters are left out instead of breaking the page', () => {
    expect(
      parseListingSearch({
        sort: 'cheap',
        inStock: 'no',
        minPrice: '-1',
        maxPrice: 'abc',
        page: '1',
        brand: {},
        type: [],
        minDiscount: '100',
      }),
    ).toEqual({})
  })
})
