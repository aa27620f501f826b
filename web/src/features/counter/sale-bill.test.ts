import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Paise, toPaise } from '@/lib/money'
import type { CounterShop } from './api'
import type { CounterProduct, CounterTax, Discount, Line } from './counter'
import type { SaleEntry } from './outbox'
import { saleFacts } from './sale'
import { billOfSale } from './sale-bill'
import { sumsOf } from './sums'

const tax = (rate: number, change: Partial<CounterTax> = {}): CounterTax => ({
  hsn: '1101',
  rate,
  cess: 0,
  treatment: rate > 0 ? 'TAXABLE' : 'EXEMPT',
  base: 'PRICE',
  lack: '',
  ...change,
})
const taxes = [tax(0), tax(5), tax(28, { cess: 12, base: 'MRP' }), tax(0, { lack: 'NO_RATE' })]

const shopOf = (standing: CounterShop['seller']['standing']): CounterShop => ({
  seller: {
    standing,
    name: 'Ganesh',
    address: '',
    gstin: standing === 'UNREGISTERED' ? '' : '27AAAPK0000A1ZX',
    state: '27',
    fssai: '',
    phone: '',
    sentence: '',
  },
  roundOff: true,
  discountLimit: 5,
  hsnDigits: 4,
  billed: true,
  upi: null,
  khataLimit: null,
  weightBarcodes: [],
})

/** A sale of pieces at these indexes of the taxes, each ₹249 of a printed ₹289. */
const sale = (...of: number[]): SaleEntry => ({
  kind: 'SALE',
  seq: 1,
  state: 'WAITING',
  body: {
    device: 'd',
    key: 'k',
    at: '2026-11-26T13:00:00Z',
    number: 'C1/2627/0087',
    lines: [],
    payments: [],
  },
  facts: {
    lines: of.map((index) => ({
      id: `p${index}`,
      name: 'Atta',
      unit: '5 kg',
      quantity: 1,
      sum: 24900,
      printed: 28_900,
      tax: index,
    })),
    total: 24900 * of.length,
    roundOff: 0,
    payable: 24900 * of.length,
    parts: [{ by: 'CASH', amount: 24900 * of.length }],
  },
})

test.each([
  ['REGISTERED', [1], 'TAX_INVOICE'],
  ['REGISTERED', [0], 'BILL_OF_SUPPLY'],
  ['REGISTERED', [0, 1], 'INVOICE_CUM_BILL_OF_SUPPLY'],
  ['COMPOSITION', [0, 1], 'BILL_OF_SUPPLY'],
  ['UNREGISTERED', [1], 'CASH_MEMO'],
] as const)('a %s shop’s bill of %j is a %s', (standing, of, kind) =>
  expect(billOfSale(sale(...of), shopOf(standing), taxes)?.kind).toBe(kind),
)

// The server's test reads the same sales. Amounts in paise.
type WorkedProduct = Pick<CounterProduct, 'name' | 'unit' | 'grams' | 'uqc'> & {
  price: Paise
  discount: Paise
  tax: CounterTax
}
type WorkedSale = {
  name: string
  standing: CounterShop['seller']['standing']
  roundOff: boolean
  discount?: Discount
  lines: (Partial<Pick<Line, 'quantity' | 'weight' | 'discount'>> & { product: WorkedProduct })[]
  expected: {
    kind: string
    total: Paise
    roundOff: Paise
    payable: Paise
    lines: (Record<(typeof FIGURES)[number], Paise> & { discount: Paise })[]
  }
}
const FIGURES = ['gross', 'valued', 'taxable', 'cgst', 'sgst', 'cess'] as const
const worked: WorkedSale[] = JSON.parse(readFileSync('../internal/counter/testdata/sales.json', 'utf8'))

test.each(worked)('the bill printed by the device equals the server’s to the paisa: $name', (row) => {
  const { standing, roundOff, discount, expected } = row
  const rates = row.lines.map(({ product }) => ({ ...product.tax, lack: '' as const }))
  const lines = row.lines.map(({ product: { price, discount: off, ...product }, ...line }, tax) => ({
    quantity: 1,
    ...line,
    id: String(tax),
    product: { ...product, _id: String(tax), price: price / 100, discount: off / 100, stock: 9, tax },
  }))
  const open = { id: 'b', lines, discount }
  const sums = sumsOf(open, { roundOff, taxes: rates, isRegistered: standing === 'REGISTERED' })
  const closed = { bill: open, sums, parts: [{ by: 'CASH' as const, amount: sums.payable }] }
  const facts = saleFacts(closed)
  const bill = billOfSale({ ...sale(), facts }, shopOf(standing), rates)
  expect(sums.lines.map((line) => line.discount)).toEqual(expected.lines.map((line) => line.discount))
  expect({
    kind: bill?.kind,
    total: toPaise(bill?.total ?? 0),
    roundOff: Math.round((bill?.roundOff ?? 0) * 100),
    payable: toPaise(bill?.payable ?? 0),
    lines: bill?.lines.map((line, index) => ({
      quantity: line.quantity,
      uqc: line.uqc,
      hsn: line.hsn,
      treatment: line.treatment,
      rate: line.rate,
      base: line.base ?? '',
      ...Object.fromEntries(FIGURES.map((figure) => [figure, toPaise(line[figure])])),
      discount: sums.lines[index]?.discount,
    })),
  }).toEqual(expected)
  const tax = expected.lines.reduce((all, { cgst, sgst, cess }) => all + cgst + sgst + cess, 0)
  expect(sums.tax).toBe(tax)
})

test('a tax invoice of which a rate or the shop’s GSTIN is missing is not printed yet', () => {
  expect(billOfSale(sale(1, 3), shopOf('REGISTERED'), taxes)).toBeUndefined()
  expect(billOfSale(sale(1, 3), shopOf('COMPOSITION'), taxes)).toBeDefined()
  expect(billOfSale(sale(1, 3), shopOf('UNREGISTERED'), taxes)).toBeDefined()
  const { seller, ...rest } = shopOf('REGISTERED')
  expect(billOfSale(sale(1), { ...rest, seller: { ...seller, gstin: '' } }, taxes)).toBeUndefined()
})
