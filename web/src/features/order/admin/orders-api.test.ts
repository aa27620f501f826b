import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isShown, newOrdersQuery, type Order, orderQuery, ordersQuery, patchOrderInCache } from './orders-api'

const counts = { NEW: 0, PACKING: 0, PACKED: 0, OUT: 0, DONE: 0, PROBLEMS: 0 }
const anOrder = (stage: Order['stage'], version: number) =>
  ({ _id: 'a', number: 7, stage, version, updatedAt: '2026-11-26T10:00:00Z' }) as Order

/** Returns a query client with `listed` on the desk and `fresh` as the new orders. */
function clientWith(listed: Order[], fresh: Order[]): QueryClient {
  const client = new QueryClient()
  const list = { orders: listed, pages: 1, total: listed.length, counts, collect: 0 }
  client.setQueryData(ordersQuery({ stage: 'OPEN' }).queryKey, list)
  client.setQueryData(newOrdersQuery.queryKey, { fresh, counts })
  return client
}

test.each([
  ['both have the new order', anOrder('NEW', 1), [anOrder('NEW', 1)], anOrder('NEW', 1), true],
  ['the new orders were read before it came', anOrder('NEW', 1), [], anOrder('NEW', 1), false],
  [
    'the new orders still have an accepted one',
    anOrder('PACKING', 2),
    [anOrder('NEW', 1)],
    anOrder('PACKING', 2),
    false,
  ],
  ['both know that it is accepted', anOrder('PACKING', 2), [], anOrder('PACKING', 2), true],
  ['the list is older', anOrder('PACKING', 2), [], anOrder('PACKED', 3), false],
  ['the list is newer', anOrder('PACKED', 3), [], anOrder('PACKING', 2), true],
])('a change is shown or read: %s', (_, listed, fresh, changed, shown) => {
  expect(isShown(clientWith([listed], fresh), 'a', changed)).toBe(shown)
})

test('an order accepted here leaves the new orders at once', () => {
  const client = clientWith([anOrder('NEW', 1)], [anOrder('NEW', 1)])
  patchOrderInCache(client, anOrder('PACKING', 2))
  expect(client.getQueryData(newOrdersQuery.queryKey)?.fresh).toEqual([])
  expect(isShown(client, 'a', anOrder('PACKING', 2))).toBe(true)
})

test('a response to an earlier change that arrives last leaves the newer order', () => {
  const client = clientWith([anOrder('PACKED', 3)], [])
  client.setQueryData(orderQuery('7').queryKey, anOrder('PACKED', 3))
  patchOrderInCache(client, anOrder('PACKING', 2))
  expect(client.getQueryData(orderQuery('7').queryKey)?.stage).toBe('PACKED')
  expect(client.getQueryData(ordersQuery({ stage: 'OPEN' }).queryKey)?.orders[0]?.stage).toBe('PACKED')
  patchOrderInCache(client, anOrder('OUT', 4))
  expect(client.getQueryData(orderQuery('7').queryKey)?.stage).toBe('OUT')
})
