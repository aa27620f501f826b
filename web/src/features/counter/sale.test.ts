import { expect, test } from 'vitest'
import type { CounterTax, OpenBill } from './counter'
import { lacksBuyer, numbersOf } from './sale'
import { sumsOf } from './sums'

const tax = (treatment: CounterTax['treatment'], lack: CounterTax['lack'] = ''): CounterTax => ({
  hsn: '1101',
  rate: 5,
  cess: 0,
  treatment,
  base: 'PRICE',
  lack,
})
const taxes = [tax('TAXABLE'), tax('EXEMPT'), tax('', 'NO_RATE')]
const bill = (gstin: string, ...of: number[]): OpenBill => ({
  id: 'b',
  buyer: { name: 'Hotel Annapurna', gstin },
  lines: of.map((index) => ({
    id: String(index),
    quantity: 1,
    product: { _id: String(index), name: 'Atta', unit: '', price: 1, discount: 0, stock: 1, tax: index },
  })),
})

test.each([
  ['one rate', bill('27AAAPK0000A1ZX', 0, 0), true, 1],
  ['a mixed basket', bill('27AAAPK0000A1ZX', 0, 1), true, 2],
  ['a mixed basket of a business without a GSTIN', bill('', 0, 1), true, 1],
  ['a mixed basket of a shop that is not registered', bill('27AAAPK0000A1ZX', 0, 1), false, 1],
  ['a basket whose bill waits', bill('27AAAPK0000A1ZX', 0, 1, 2), true, 1],
] as const)('%s for a business takes its numbers', (_, sold, isRegistered, numbers) => {
  expect(numbersOf(sold, taxes, isRegistered)).toBe(numbers)
})

test.each([
  ['taxable goods of a paisa less', 52_499_99, 0, true, {}, false],
  ['taxable goods of ₹50,000', 52_500_00, 0, true, {}, true],
  ['exempt goods', 90_000_00, 1, true, {}, false],
  ['goods whose rate is not known', 50_000_00, 2, true, {}, true],
  ['with a name alone', 52_500_00, 0, true, { name: 'Asha' }, true],
  ['with name and address', 52_500_00, 0, true, { name: 'Asha', address: '12 Lake Road' }, false],
  ['in a shop that is not registered', 52_500_00, 0, false, {}, false],
] as const)('%s: a bill lacks its buyer', (_, amount, index, isRegistered, named, lacks) => {
  const sold = bill('', index)
  const lines = sold.lines.map((line) => ({
    ...line,
    product: line.product && { ...line.product, price: amount / 100 },
  }))
  const openBill = { ...sold, lines, buyer: 'name' in named ? { gstin: '', ...named } : undefined }
  expect(
    lacksBuyer(openBill, sumsOf(openBill, { roundOff: false, taxes, isRegistered }), taxes, isRegistered),
  ).toBe(lacks)
})
