import { expect, test } from 'vitest'
import type { CounterShop } from './api'
import type { CounterTax } from './counter'
import type { SaleEntry } from './outbox'
import { billOfSale } from './sale-bill'

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
    gstin: '',
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

test('the lines are taken apart as the server does, tobacco by its printed price', () => {
  const bill = billOfSale(sale(1, 2), shopOf('REGISTERED'), taxes)
  expect(bill?.lines.map(({ taxable, cgst, sgst, cess }) => [taxable, cgst, sgst, cess])).toEqual([
    [237.14, 5.93, 5.93, 0],
    [166.43, 28.9, 28.9, 24.77],
  ])
  expect(bill?.words).toBe('Rupees Four Hundred Ninety Eight Only')
})

test('a bill of which a rate is missing is not printed yet, but for a cash memo', () => {
  expect(billOfSale(sale(1, 3), shopOf('REGISTERED'), taxes)).toBeUndefined()
  expect(billOfSale(sale(1, 3), shopOf('UNREGISTERED'), taxes)).toBeDefined()
})
