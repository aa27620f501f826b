import { expect, test } from 'vitest'
import type { Order } from '../orders-api'
import { missingText } from './paper-facts'
import { paperLines } from './paper-lines'

type Row = Order['rows'][number]

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

const lines = (...lines: Row[]) => paperLines({ rows: lines } as Order)

test('a line has its price after the discount, its shelf, size and weight', () => {
  expect(lines(row('Apple', { shelf: 'Fruit', size: 'L', weightGrams: 480, wish: 'CALL' }))).toEqual([
    {
      _id: 'Apple',
      name: 'Apple',
      detail: '1 kg · L · 480 g',
      shelf: 'Fruit',
      ordered: 2,
      packed: 2,
      returned: 0,
      price: 5000,
      amount: 10000,
      wish: 'CALL',
      insteadOf: undefined,
    },
  ])
})

test('a short line keeps its ordered quantity, and a missing one costs nothing', () => {
  const shown = lines(
    row('Dahi', { quantity: 1, orderedQuantity: 2, totalAmt: 50 }),
    row('Milk', { delivery_status: 'CANCELED' }),
  )
  expect(shown).toMatchObject([
    { name: 'Dahi', ordered: 2, packed: 1, amount: 5000 },
    { name: 'Milk', ordered: 2, packed: 0, amount: 0 },
  ])
})

test('pieces that came back are returned, not short', () => {
  const shown = lines(
    row('Dahi', { quantity: 2, orderedQuantity: 4, totalAmt: 100 }),
    row('back', { splitOf: 'Dahi', quantity: 1, returned: true, delivery_status: 'CANCELED' }),
    row('Milk', { quantity: 3, orderedQuantity: 3, returned: true, delivery_status: 'CANCELED' }),
    row('Ghee', { quantity: 1, orderedQuantity: 2 }),
    row('Salt', { delivery_status: 'CANCELED' }),
    row('Rice', {}),
  )
  expect(shown.map((line) => [line.name, missingText(line)])).toEqual([
    ['Dahi', '1 short of 4, 1 of 4 returned'],
    ['Milk', '3 of 3 returned'],
    ['Ghee', '1 short of 2'],
    ['Salt', 'none of 2'],
    ['Rice', undefined],
  ])
})

test('a replacement names the replaced line, which is not listed', () => {
  const shown = lines(
    row('Whole Wheat', { delivery_status: 'CANCELED' }),
    row('Sharbati', { replaces: 'Whole Wheat' }),
  )
  expect(shown).toMatchObject([{ name: 'Sharbati', insteadOf: 'Whole Wheat' }])
})

test('a canceled replacement is listed beside the replaced line', () => {
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
