import { expect, test } from 'vitest'
import { checkMapping, formatMapping, parseMapping } from './mapping'

test('a mapping names fields by the number of their column and leaves the others out', () => {
  expect(formatMapping(['name', '', 'price'])).toBe('name=#1,price=#3')
})

test('a list needs a name, a price, and each field once', () => {
  expect(checkMapping(['', 'price'])?.missing).toBe('name')
  expect(checkMapping(['name', 'unit'])?.missing).toBe('price')
  expect(checkMapping(['name', 'sale_price'])).toBeUndefined()
  expect(checkMapping(['name', 'price', 'price'])?.twice).toEqual(['price'])
})

test('a mapping is read back as it was written', () => {
  const mapping = ['name', '', 'price', 'unit', '']
  expect(parseMapping(formatMapping(mapping), mapping.length)).toEqual(mapping)
})
