import { expect, test } from 'vitest'
import type { OrderRow } from './api'
import { completeCheckouts, groupByCheckout } from './checkout-rows'

function row(
  checkoutId: string,
  totalAmt: number,
  status: OrderRow['delivery_status'] = 'PENDING',
): OrderRow {
  return { checkoutId, totalAmt, quantity: 2, delivery_status: status } as OrderRow
}

test('rows of one checkout are grouped in order of appearance and summed to the paisa', () => {
  const checkouts = groupByCheckout([row('new', 0.1), row('old', 599), row('new', 0.2)])
  expect(checkouts.map(({ _id, rows, total, pieces }) => [_id, rows.length, total, pieces])).toEqual([
    ['new', 2, 30, 4],
    ['old', 1, 59900, 2],
  ])
})

test('a checkout has a status only while all of its rows share it', () => {
  const [same, mixed] = groupByCheckout([
    row('a', 1, 'DELIVERED'),
    row('a', 1, 'DELIVERED'),
    row('b', 1, 'DELIVERED'),
    row('b', 1, 'PENDING'),
  ])
  expect(same?.status).toBe('DELIVERED')
  expect(mixed?.status).toBeUndefined()
})

test('the last checkout is left out while a further page may have more of its rows', () => {
  const rows = [row('a', 1), row('b', 1)]
  expect(completeCheckouts(rows, true).map(({ _id }) => _id)).toEqual(['a'])
  expect(completeCheckouts(rows, false).map(({ _id }) => _id)).toEqual(['a', 'b'])
  expect(completeCheckouts([row('a', 1)], true).map(({ _id }) => _id)).toEqual(['a'])
})
