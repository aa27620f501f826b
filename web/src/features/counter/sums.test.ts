import { expect, test } from 'vitest'
import type { CounterProduct, CounterTax, Discount, Line } from './counter'
import { likelyCashAmounts, notesOf, spread, sumsOf, taxParts } from './sums'

const rate = (percent: number, lack: CounterTax['lack'] = ''): CounterTax => ({
  hsn: '1101',
  rate: percent,
  cess: 0,
  treatment: percent ? 'TAXABLE' : 'EXEMPT',
  base: 'PRICE',
  lack,
})
const taxes = [rate(0), rate(5), rate(18), rate(5, 'NO_RATE')]

const atta: CounterProduct = {
  _id: 'atta',
  name: 'Atta',
  unit: '5 kg',
  price: 289,
  discount: 40,
  stock: 9,
  tax: 1,
}
const tomato: CounterProduct = {
  _id: 'tom',
  name: 'Tomato',
  unit: '',
  price: 20,
  discount: 0,
  stock: 9,
  tax: 0,
}
const soap: CounterProduct = {
  _id: 'soap',
  name: 'Soap',
  unit: '',
  price: 118,
  discount: 0.01,
  stock: 0,
  tax: 2,
}
const ghee: CounterProduct = {
  _id: 'ghee',
  name: 'Ghee',
  unit: '',
  price: 20.5,
  discount: 0,
  stock: 1,
  tax: 3,
}

const line = (product: CounterProduct, change: Partial<Line> = {}): Line => ({
  id: product._id,
  product,
  quantity: 1,
  ...change,
})

type Sums = [total: number, roundOff: number, payable: number, saved: number, tax: number, off: number[]]

// In paise.
test.each<[string, Line[], Discount | undefined, boolean, Sums]>([
  ['pieces', [line(atta, { quantity: 2 })], undefined, false, [49800, 0, 49800, 8000, 2372, [0]]],
  ['two rates', [line(atta), line(soap)], undefined, false, [36699, 0, 36699, 4001, 2986, [0, 0]]],
  ['round-off', [line(soap, { quantity: 3 })], undefined, true, [35397, 3, 35400, 3, 5400, [0]]],
  ['half a rupee goes up', [line(ghee)], undefined, true, [2050, 50, 2100, 0, 0, [0]]],
  ['no rate, no tax', [line(ghee)], undefined, false, [2050, 0, 2050, 0, 0, [0]]],
  [
    'per cent on a line, half up',
    [line(ghee, { discount: { percent: 1 } })],
    undefined,
    false,
    [2029, 0, 2029, 21, 0, [21]],
  ],
  [
    'rupees on the bill, to the paisa',
    [line(atta), line(soap), line(tomato)],
    { amount: 1000 },
    false,
    [37699, 0, 37699, 5001, 2910, [643, 305, 52]],
  ],
  ['never the whole sum', [line(tomato)], { amount: 9900 }, false, [1, 0, 1, 1999, 0, [1999]]],
  ['an unknown code', [{ id: 'x', code: '890', quantity: 1 }], undefined, false, [0, 0, 0, 0, 0, [0]]],
])('%s', (_, lines, discount, roundOff, expected) => {
  const sums = sumsOf({ id: 'b', lines, discount }, { roundOff, taxes, isRegistered: true })
  const { total, payable, saved, tax } = sums
  expect([total, sums.roundOff, payable, saved, tax, sums.lines.map((sum) => sum.discount)]).toEqual(expected)
})

test('the shares of a spread amount add up to the paisa, for any sums', () => {
  for (let seed = 1; seed < 400; seed++) {
    const sums = Array.from({ length: 1 + (seed % 7) }, (_, index) => (seed * 7919 * (index + 3)) % 50_000)
    const total = sums.reduce((all, sum) => all + sum, 0)
    const amount = (seed * 104_729) % (total + 1)
    const shares = spread(amount, sums)
    expect(shares.reduce((all, share) => all + share, 0)).toBe(total === 0 ? 0 : amount)
    expect(shares.every((share, index) => share >= 0 && share <= (sums[index] ?? 0))).toBe(true)
  }
})

// design: t = round(G × 100 / (100 + r + c)), cess = round(t × c / 100), half = round(t × r / 200).
test.each([
  [24900, 5, 0, { taxable: 23714, half: 593, cess: 0 }],
  [11800, 18, 0, { taxable: 10000, half: 900, cess: 0 }],
  [10000, 0, 0, { taxable: 10000, half: 0, cess: 0 }],
  [4000, 28, 12, { taxable: 2857, half: 400, cess: 343 }],
  [99, 0.25, 0, { taxable: 99, half: 0, cess: 0 }],
])('%i paise at %d and %d per cent', (gross, percent, cess, parts) => {
  expect(taxParts(gross, percent, cess)).toEqual(parts)
  expect(parts.taxable + 2 * parts.half + parts.cess).toBe(gross)
})

test('change is given in as few notes and coins as possible', () => {
  expect(notesOf(29700)).toBe('200 + 50 + 2 × 20 + 5 + 2')
  expect(notesOf(0)).toBe('')
})

test('likely amounts handed over exceed the bill', () => {
  expect(likelyCashAmounts(70300)).toEqual([71000, 75000, 80000, 100000])
  expect(likelyCashAmounts(50000)).toEqual([60000])
})
