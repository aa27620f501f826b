import { expect, test } from 'vitest'
import type { Order } from '../orders-api'
import { idsAfterSwap, inDrivingOrder } from './stops'

const stop = (_id: string, pincode: string, line: string) =>
  ({ _id, delivery_address: { pincode, address_line: line } }) as Order

const stops = [
  stop('a', '411004', '12, Lane 4'),
  stop('b', '411001', 'Camp'),
  stop('c', '411004', '2, Lane 4'),
]
const ids = (list: Order[]) => list.map(({ _id }) => _id).join('')

test('stops are sorted by pincode, then by street and house', () => {
  expect(ids(inDrivingOrder(stops))).toBe('bca')
})

test('a chosen sequence is kept, and a new stop comes last', () => {
  expect(ids(inDrivingOrder(stops, ['a', 'c']))).toBe('acb')
})

test('a stop swaps positions with its neighbor', () => {
  expect(idsAfterSwap(stops, 0, 1)).toEqual(['b', 'a', 'c'])
  expect(idsAfterSwap(stops, 0, -1)).toEqual(['a', 'b', 'c'])
})
