import { expect, test } from 'vitest'
import { aLine } from '@/specification/mock-server'
import type { Line } from '../api'
import { packingChanges } from './packing-changes'

/** Returns a line of two pieces at ₹90 each, ₹180. */
const row = (_id: string, change: Partial<Line> = {}) =>
  aLine({ _id, product_detail: { name: _id, image: [], price: 100 }, ...change })

test('an order that is packed as it was ordered has no changes', () => {
  expect(packingChanges([row('Dahi'), row('Atta')])).toEqual([])
})

test('each short, missing, replaced or lighter row is named with what it saves', () => {
  const changes = packingChanges([
    row('Dahi', { quantity: 1, totalAmt: 90 }),
    row('Milk', { delivery_status: 'CANCELED' }),
    row('Atta', { delivery_status: 'CANCELED' }),
    row('Sharbati', { replaces: 'Atta', totalAmt: 149.5 }),
    row('Onion', { totalAmt: 171.25 }),
  ])
  expect(
    changes.map(({ kind, name, packed, instead, saves }) => [kind, name, packed, instead, saves]),
  ).toEqual([
    ['short', 'Dahi', 1, '', 9000],
    ['missing', 'Milk', 0, '', 18000],
    ['replaced', 'Atta', 0, 'Sharbati', 3050],
    ['lighter', 'Onion', 2, '', 875],
  ])
})

test('the row of missing pieces that were paid for is part of the row that is short', () => {
  const changes = packingChanges([
    row('Dahi', { quantity: 1, totalAmt: 90, payment_status: 'PAID' }),
    row('rest', {
      splitOf: 'Dahi',
      quantity: 1,
      orderedQuantity: 1,
      totalAmt: 90,
      delivery_status: 'CANCELED',
      payment_status: 'REFUND DUE',
    }),
  ])
  expect(changes.map(({ kind, saves }) => [kind, saves])).toEqual([['short', 9000]])
})

test('a replacement that does not come either leaves its row missing', () => {
  const changes = packingChanges([
    row('Dahi'),
    row('Atta', { delivery_status: 'CANCELED' }),
    row('Sharbati', { replaces: 'Atta', delivery_status: 'CANCELED' }),
  ])
  expect(changes.map(({ kind, name }) => [kind, name])).toEqual([['missing', 'Atta']])
})

test('an order that is canceled as a whole has no changes of packing', () => {
  expect(packingChanges([row('Dahi', { delivery_status: 'CANCELED' })])).toEqual([])
})
