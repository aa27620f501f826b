import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePendingSteps, withPendingSteps } from '../live/pending-steps'
import { usePressing } from '../live/use-pressing'
import { useSettledList } from '../live/use-settled-list'
import { ordersQuery } from '../orders-api'
import { orderFilter } from './desk-filter'
import type { DeskSearch } from './desk-search'
import { groupByStage } from './grouping'

/**
 * Returns the orders that match a search, by stage and in display order, with pending offline steps applied. No order is
 * inserted while a pointer is down, for a second after, or while `setHeld(true)` is in effect.
 */
export function useDeskList(search: DeskSearch, now: number) {
  const filter = orderFilter(search, now)
  const orders = useQuery(ordersQuery(filter))
  const steps = usePendingSteps()
  const [held, setHeld] = useState(false)
  const pressing = usePressing()
  const { settled, release } = useSettledList(
    withPendingSteps(orders.data?.orders ?? [], steps),
    JSON.stringify(filter),
    held || pressing,
  )
  const groups = groupByStage(settled)
  const waiting = new Set(steps.map(({ _id }) => _id))
  return {
    orders,
    groups,
    listed: groups.flatMap(({ orders }) => orders),
    waiting,
    held,
    setHeld,
    release,
  }
}
