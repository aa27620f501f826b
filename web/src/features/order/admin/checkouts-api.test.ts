import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { checkout } from '@/specification/checkouts'
import { checkoutQuery, checkoutsQuery, patchCheckoutInCache } from './checkouts-api'

/** Returns what a list and the order's own page show after the responses to two presses, in that order. */
function shownAfter(...versions: number[]) {
  const queryClient = new QueryClient()
  const list = checkoutsQuery({ stage: 'OPEN' }).queryKey
  const one = checkoutQuery('1001').queryKey
  const counts = { NEW: 1, PACKING: 0, PACKED: 0, OUT: 0, DONE: 0, PROBLEMS: 0 }
  const other = checkout({ _id: 'other0000000', number: 1002, version: 9 })
  queryClient.setQueryData(list, { checkouts: [other, checkout()], pages: 1, total: 2, counts, collect: 0 })
  queryClient.setQueryData(one, checkout())
  for (const version of versions) patchCheckoutInCache(queryClient, checkout({ version }))
  return [
    ...(queryClient.getQueryData(list)?.checkouts ?? []).map(({ version }) => version),
    queryClient.getQueryData(one)?.version,
  ]
}

test('of the responses to two presses the newer version stays, in whichever order they come', () => {
  expect(shownAfter(2, 3)).toEqual([9, 3, 3])
  expect(shownAfter(3, 2)).toEqual([9, 3, 3])
})
