import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  type Checkout,
  checkoutsQuery,
  isShown,
  newCheckoutsQuery,
  patchCheckoutInCache,
} from './checkouts-api'

const counts = { NEW: 0, PACKING: 0, PACKED: 0, OUT: 0, DONE: 0, PROBLEMS: 0 }
const order = (stage: Checkout['stage'], version: number) =>
  ({ _id: 'a', number: 7, stage, version, updatedAt: '2026-11-26T10:00:00Z' }) as Checkout

/** A client whose desk lists `listed`, and whose new orders are `fresh`. */
function clientWith(listed: Checkout[], fresh: Checkout[]): QueryClient {
  const client = new QueryClient()
  const list = { checkouts: listed, pages: 1, total: listed.length, counts, collect: 0 }
  client.setQueryData(checkoutsQuery({ stage: 'OPEN' }).queryKey, list)
  client.setQueryData(newCheckoutsQuery.queryKey, { fresh, counts })
  return client
}

test.each([
  ['both have the new order', order('NEW', 1), [order('NEW', 1)], order('NEW', 1), true],
  ['the new orders were read before it came', order('NEW', 1), [], order('NEW', 1), false],
  [
    'the new orders still have an accepted one',
    order('PACKING', 2),
    [order('NEW', 1)],
    order('PACKING', 2),
    false,
  ],
  ['both know that it is accepted', order('PACKING', 2), [], order('PACKING', 2), true],
  ['the list is older', order('PACKING', 2), [], order('PACKED', 3), false],
  ['the list is newer', order('PACKED', 3), [], order('PACKING', 2), true],
])('a change is shown or read: %s', (_, listed, fresh, changed, shown) => {
  expect(isShown(clientWith([listed], fresh), 'a', changed)).toBe(shown)
})

test('an order accepted here leaves the new orders at once', () => {
  const client = clientWith([order('NEW', 1)], [order('NEW', 1)])
  patchCheckoutInCache(client, order('PACKING', 2))
  expect(client.getQueryData(newCheckoutsQuery.queryKey)?.fresh).toEqual([])
  expect(isShown(client, 'a', order('PACKING', 2))).toBe(true)
})
