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

test('each short, missing, replaced or lighter line is listed with the difference in price', () => {
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

test('missing pieces that were paid for belong to the short line', () => {
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

test('an unavailable replacement leaves its line missing', () => {
  const changes = packingChanges([
    row('Dahi'),
    row('Atta', { delivery_status: 'CANCELED' }),
    row('Sharbati', { replaces: 'Atta', delivery_status: 'CANCELED' }),
  ])
  expect(changes.map(({ kind, name }) => [kind, name])).toEqual([['missing', 'Atta']])
})

test('a fully canceled order has no packing changes', () => {
  expect(packingChanges([row('Dahi', { delivery_status: 'CANCELED' })])).toEqual([])
})
