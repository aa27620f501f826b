import { expect, test } from 'vitest'
import type { Checkout } from '../checkouts-api'
import { paperLines } from './paper-lines'

type Row = Checkout['rows'][number]

const row = (_id: string, fields: Partial<Row>) =>
  ({
    _id,
    product_detail: { name: _id, image: [], price: 60 },
    unit: '1 kg',
    discount: 10,
    quantity: 2,
    orderedQuantity: 2,
    totalAmt: 100,
    delivery_status: 'PENDING',
    ...fields,
  }) as Row

const lines = (...rows: Row[]) => paperLines({ rows } as Checkout)

test('a line has its price after the discount, its shelf, size and weight', () => {
  expect(lines(row('Apple', { shelf: 'Fruit', size: 'L', weightGrams: 480, wish: 'CALL' }))).toEqual([
    {
      _id: 'Apple',
      name: 'Apple',
      detail: '1 kg · L · 480 g',
      shelf: 'Fruit',
      ordered: 2,
      packed: 2,
      price: 5000,
      amount: 10000,
      wish: 'CALL',
      insteadOf: undefined,
    },
  ])
})

test('a short line keeps what was ordered, a missing one costs nothing', () => {
  const shown = lines(
    row('Dahi', { quantity: 1, orderedQuantity: 2, totalAmt: 50 }),
    row('Milk', { delivery_status: 'CANCELED' }),
  )
  expect(shown).toMatchObject([
    { name: 'Dahi', ordered: 2, packed: 1, amount: 5000 },
    { name: 'Milk', ordered: 2, packed: 0, amount: 0 },
  ])
})

test('a replacement names what it stands in for, which is no line of its own any more', () => {
  const shown = lines(
    row('Whole Wheat', { delivery_status: 'CANCELED' }),
    row('Sharbati', { replaces: 'Whole Wheat' }),
  )
  expect(shown).toMatchObject([{ name: 'Sharbati', insteadOf: 'Whole Wheat' }])
})

test('a replacement that was canceled, too, leaves the line that it stood in for', () => {
  const shown = lines(
    row('Whole Wheat', { delivery_status: 'CANCELED' }),
    row('Sharbati', { replaces: 'Whole Wheat', delivery_status: 'CANCELED' }),
  )
  expect(shown.map(({ name, packed }) => [name, packed])).toEqual([
    ['Whole Wheat', 0],
    ['Sharbati', 0],
  ])
})

test('missing pieces that were paid for are part of their line', () => {
  const shown = lines(
    row('Dahi', { quantity: 1, orderedQuantity: 2, totalAmt: 50 }),
    row('missing', { splitOf: 'Dahi', quantity: 1, totalAmt: 50, delivery_status: 'CANCELED' }),
  )
  expect(shown.map(({ name }) => name)).toEqual(['Dahi'])
})
