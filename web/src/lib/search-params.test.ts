import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params'

describe('search parameters', () => {
  test('a number typed into the search bar stays text', () => {
    expect(parseSearch('?q=123')).toEqual({ q: '123' })
    expect(stringifySearch({ q: '123' })).toBe('?q=123')
  })

  test('an empty query is kept, an absent one is not written', () => {
    expect(stringifySearch({ q: '', page: undefined })).toBe('?q=')
    expect(parseSearch('?q=')).toEqual({ q: '' })
  })

  test.each(['tea & coffee', '50% off', 'दूध', 'a=b', '"quoted"', '{"x":1}', '+1', 'true'])(
    '%s is unchanged after a round trip through the URL',
    (q) => {
      expect(parseSearch(stringifySearch({ q }))).toEqual({ q })
    },
  )

  test('a plus sign in a typed address is a space', () => {
    expect(parseSearch('?q=full+cream')).toEqual({ q: 'full cream' })
  })
})
