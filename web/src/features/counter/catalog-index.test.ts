import { expect, test } from 'vitest'
import { CatalogIndex } from './catalog-index'
import type { CounterProduct } from './counter'

const product = (name: string, change: Partial<CounterProduct> = {}): CounterProduct => ({
  _id: name,
  name,
  unit: '',
  price: 10,
  discount: 0,
  stock: 5,
  tax: 0,
  ...change,
})

const index = new CatalogIndex([
  product('Mushroom, Button', { stock: 0 }),
  product('Mustard Oil', { unit: '1 L', barcodes: ['8901234567894', '036000291452'] }),
  product('Tomato', { itemCode: '10' }),
  product('Onion', { itemCode: '2' }),
  product('Hot Mustard', { itemCode: 'HM', barcodes: ['96385074'] }),
])
const names = (text: string) => index.find(text).map(({ name }) => name)

test('each of a product’s codes finds it, a UPC also as the EAN that scanners make of it', () => {
  for (const code of [
    '8901234567894',
    '8 901234 567894',
    '08901234567894',
    '८९०१२३४५६७८९४',
    '036000291452',
    '0036000291452',
    '36000291452',
    '0-36000-29145-2',
  ])
    expect(index.withCode(code)?.name).toBe('Mustard Oil')
  expect(index.withCode('hm')?.name).toBe('Hot Mustard')
  expect(index.withCode('890')).toBeUndefined()
})

test('names are found by the beginnings of their words, what is at hand first', () => {
  expect(names('mus')).toEqual(['Hot Mustard', 'Mustard Oil', 'Mushroom, Button'])
  expect(names('oil 1')).toEqual(['Mustard Oil'])
  expect(names('tard')).toEqual(['Hot Mustard', 'Mustard Oil'])
  expect(names('  ')).toEqual([])
})

test('what has an item code and no barcode is a tile, in the order of the codes', () =>
  expect(index.tiles.map(({ name }) => name)).toEqual(['Onion', 'Tomato']))
