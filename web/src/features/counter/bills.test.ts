import { expect, test } from 'vitest'
import {
  newBill,
  readEntry,
  withCurrentLineMoved,
  withGoods,
  withKnownCode,
  withoutLine,
  withProduct,
  withQuantity,
  withUnknown,
} from './bills'
import { CatalogIndex } from './catalog-index'
import type { CounterProduct, OpenBill } from './counter'

const product = (name: string): CounterProduct => ({
  _id: name,
  name,
  unit: '',
  price: 10,
  discount: 0,
  stock: 1,
  tax: 0,
})
const milk = product('Milk')
const rice = product('Rice')

/** Returns the lines, the current one marked. */
const shown = ({ lines, at }: OpenBill) =>
  lines.map(({ id, product: of, code, quantity }) => `${id === at ? '>' : ''}${of?.name ?? code} ${quantity}`)

test('a product scanned again increases the quantity of its line and selects it', () => {
  const bill = withProduct(withProduct(withProduct(newBill(), milk, 1), rice, 2), milk, 3)
  expect(shown(bill)).toEqual(['>Milk 4', 'Rice 2'])
})

test('an unknown code waits as a line until its product is known', () => {
  const bill = withUnknown(withUnknown(withProduct(newBill(), milk, 1), '890', 1), '890', 1)
  expect(shown(bill)).toEqual(['Milk 1', '>890 2'])
  expect(shown(withKnownCode(bill, '890', rice))).toEqual(['Milk 1', '>Rice 2'])
})

test('quantity 0 removes a line and selects the one before it', () => {
  const bill = withProduct(withProduct(newBill(), milk, 1), rice, 1)
  expect(shown(withQuantity(bill, bill.at ?? '', 0))).toEqual(['>Milk 1'])
  expect(shown(withoutLine(bill, bill.lines[0]?.id ?? ''))).toEqual(['>Rice 1'])
  expect(shown(withQuantity(bill, bill.at ?? '', 5000))).toEqual(['Milk 1', '>Rice 999'])
})

test('the selection moves over the lines and stops at both ends', () => {
  const bill = withProduct(withProduct(newBill(), milk, 1), rice, 1)
  const down = withCurrentLineMoved(bill, 1)
  expect(shown(down)).toEqual(['>Milk 1', 'Rice 1'])
  expect(withCurrentLineMoved(down, 1)).toEqual(down)
  expect(shown(withCurrentLineMoved(down, -1))).toEqual(['Milk 1', '>Rice 1'])
})

test.each([
  ['6*', { pieces: 6, query: '' }],
  ['6*rice', { pieces: 6, query: 'rice' }],
  ['६*rice', { pieces: 6, query: 'rice' }],
  ['12 x milk', { pieces: 12, query: 'milk' }],
  ['3', { pieces: 1, query: '3' }],
  ['0*rice', { pieces: 1, query: '0*rice' }],
  [' rice ', { pieces: 1, query: 'rice' }],
])('"%s" is read', (text, entry) => expect(readEntry(text)).toEqual(entry))

test('a new catalog updates the prices of lines and resolves unknown codes', () => {
  const bill = withUnknown(withProduct(newBill(), milk, 2), '890', 1)
  const dearer = { ...milk, price: 12 }
  const now = withGoods(bill, new CatalogIndex([dearer, { ...rice, barcodes: ['890'] }]))
  expect(shown(now)).toEqual(['Milk 2', '>Rice 1'])
  expect(now.lines[0]?.product).toBe(dearer)
  expect(withGoods(now, new CatalogIndex([]))).toBe(now)
})
