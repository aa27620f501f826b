import { expect, test } from 'vitest'
import type { OrderRow } from './api'
import { checkoutsOf, wholeCheckoutsOf } from './checkouts'

function row(
  checkoutId: string,
  totalAmt: number,
  status: OrderRow['delivery_status'] = 'PENDING',
): OrderRow {
  return { checkoutId, totalAmt, quantity: 2, delivery_status: status } as OrderRow
}

test('rows of one checkout stand together, the first seen first, summed to the paisa', () => {
  const checkouts = checkoutsOf([row('new', 0.1), row('old', 599), row('new', 0.2)])
  expect(checkouts.map(({ _id, rows, total, pieces }) => [_id, rows.length, total, pieces])).toEqual([
    ['new', 2, 30, 4],
    ['old', 1, 59900, 2],
  ])
})

test('a checkout has a status only while all of its rows share it', () => {
  const [same, mixed] = checkoutsOf([
    row('a', 1, 'DELIVERED'),
    row('a', 1, 'DELIVERED'),
    row('b', 1, 'DELIVERED'),
    row('b', 1, 'PENDING'),
  ])
  expect(same?.status).toBe('DELIVERED')
  expect(mixed?.status).toBeUndefined()
})

test('the last checkout waits for its other rows while there are more to come', () => {
  const rows = [row('a', 1), row('b', 1)]
  expect(wholeCheckoutsOf(rows, true).map(({ _id }) => _id)).toEqual(['a'])
  expect(wholeCheckoutsOf(rows, false).map(({ _id }) => _id)).toEqual(['a', 'b'])
  expect(wholeCheckoutsOf([row('a', 1)], true).map(({ _id }) => _id)).toEqual(['a'])
})
