import { expect, test } from 'vitest'
import type { Line } from './api'
import { completeOrders, groupByOrder } from './order-lines'

function row(orderId: string, totalAmt: number, status: Line['delivery_status'] = 'PENDING'): Line {
  return { checkoutId: orderId, totalAmt, quantity: 2, delivery_status: status } as Line
}

test('lines of one order are grouped in order of appearance and summed to the paisa', () => {
  const orders = groupByOrder([row('new', 0.1), row('old', 599), row('new', 0.2)])
  expect(orders.map(({ _id, lines, total, pieces }) => [_id, lines.length, total, pieces])).toEqual([
    ['new', 2, 30, 4],
    ['old', 1, 59900, 2],
  ])
})

test('an order has a status only while all of its lines share it', () => {
  const [same, mixed] = groupByOrder([
    row('a', 1, 'DELIVERED'),
    row('a', 1, 'DELIVERED'),
    row('b', 1, 'DELIVERED'),
    row('b', 1, 'PENDING'),
  ])
  expect(same?.status).toBe('DELIVERED')
  expect(mixed?.status).toBeUndefined()
})

test('the last order is left out while a further page may have more of its lines', () => {
  const lines = [row('a', 1), row('b', 1)]
  expect(completeOrders(lines, true).map(({ _id }) => _id)).toEqual(['a'])
  expect(completeOrders(lines, false).map(({ _id }) => _id)).toEqual(['a', 'b'])
  expect(completeOrders([row('a', 1)], true).map(({ _id }) => _id)).toEqual(['a'])
})
