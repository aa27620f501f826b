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
  product('चीनी', { words: 'sugar chini cheenee' }),
  product('Hot Mustard', { itemCode: 'HM', barcodes: ['96385074'] }),
])
const names = (text: string) => index.find(text).map(({ name }) => name)

test('each of a product’s codes finds it, and a UPC is found as an EAN, too', () => {
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
  expect(index.withCode('१०')?.name).toBe('Tomato')
  expect(index.withCode('890')).toBeUndefined()
})

test('a UPC-E is found as its UPC-A, but an eight-digit code is an EAN-8 first', () => {
  const upc = new CatalogIndex([product('Cola', { barcodes: ['042100005264'] })])
  for (const code of ['04252614', '4252614', '0042100005264', '0-425261-4'])
    expect(upc.withCode(code)?.name).toBe('Cola')
  for (const code of ['04252615', '24252614', '425261']) expect(upc.withCode(code)).toBeUndefined()
  const short = new CatalogIndex([product('Cola', { barcodes: ['04252614'] })])
  expect(short.withCode('042100005264')?.name).toBe('Cola')
  // Right as an EAN-8 and as a UPC-E.
  const [ean8, upcA] = ['01234565', '012345000065']
  expect(new CatalogIndex([product('Cola', { barcodes: [upcA] })]).withCode(ean8)?.name).toBe('Cola')
  expect(new CatalogIndex([product('Cola', { barcodes: [ean8] })]).withCode(upcA)?.name).toBe('Cola')
  const both = new CatalogIndex([product('Cola', { barcodes: [upcA] }), product('Pin', { barcodes: [ean8] })])
  expect([both.withCode(ean8)?.name, both.withCode(upcA)?.name]).toEqual(['Pin', 'Cola'])
})

test('names are found by the beginnings of their words, products in stock first', () => {
  expect(names('mus')).toEqual(['Hot Mustard', 'Mustard Oil', 'Mushroom, Button'])
  expect(names('oil 1')).toEqual(['Mustard Oil'])
  expect(names('tard')).toEqual(['Hot Mustard', 'Mustard Oil'])
  expect(names('  ')).toEqual([])
  // A name in an Indian script also by Latin letters and in English.
  for (const text of ['चीनी', 'chini', 'cheen', 'sugar']) expect(names(text)).toEqual(['चीनी'])
})

test('products with an item code and no barcode are tiles, in the order of the codes', () =>
  expect(index.tiles.map(({ name }) => name)).toEqual(['Onion', 'Tomato']))
