import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../orders-api'
import { useNewOrders } from './use-new-orders'
import { useSettledList } from './use-settled-list'

const orders = (...ids: string[]) => ids.map((_id) => ({ _id }) as Order)
const idsOf = (orders: Order[]) => orders.map(({ _id }) => _id)

test('orders that arrive after the desk was opened are announced until acknowledged or accepted', () => {
  const { result, rerender } = renderHook(({ fresh }) => useNewOrders(fresh), {
    initialProps: { fresh: orders('a') as Order[] | undefined },
  })
  expect(result.current.arrived).toEqual([])
  rerender({ fresh: orders('a', 'b', 'c') })
  expect(idsOf(result.current.arrived)).toEqual(['b', 'c'])
  rerender({ fresh: orders('a', 'c') })
  expect(idsOf(result.current.arrived)).toEqual(['c'])
  act(() => result.current.acknowledge())
  expect(result.current.arrived).toEqual([])
})

test('while the list is held no row is added, moved ones are removed, and the rest is added on release', () => {
  const { result, rerender } = renderHook(({ list, filter, hold }) => useSettledList(list, filter, hold), {
    initialProps: { list: orders('a', 'b'), filter: 'open', hold: false },
  })
  rerender({ list: orders('a', 'b', 'c'), filter: 'open', hold: true })
  expect(idsOf(result.current.settled)).toEqual(['a', 'b'])
  rerender({ list: orders('b', 'c'), filter: 'open', hold: true })
  expect(idsOf(result.current.settled)).toEqual(['b'])
  act(() => result.current.release())
  expect(idsOf(result.current.settled)).toEqual(['b', 'c'])
  rerender({ list: orders('d'), filter: 'done', hold: true })
  expect(idsOf(result.current.settled)).toEqual(['d'])
  rerender({ list: orders('b', 'c', 'e'), filter: 'open', hold: false })
  expect(idsOf(result.current.settled)).toEqual(['b', 'c', 'e'])
})
