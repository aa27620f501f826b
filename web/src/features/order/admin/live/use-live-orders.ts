import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOrderEvents } from '@/lib/event-stream'
import { isShown, refetchOrders } from '../orders-api'

/**
 * Refetches orders whenever one changes, unless the cache already shows the change, such as the user's own. Changes
 * during a refetch cause one more refetch afterwards, so that a burst costs two and no change is missed.
 */
export function useLiveOrders(): void {
  const queryClient = useQueryClient()
  const isRefetching = useRef(false)
  const needsRefetch = useRef(false)

  const refetch = async () => {
    needsRefetch.current = true
    if (isRefetching.current) return
    isRefetching.current = true
    while (needsRefetch.current) {
      needsRefetch.current = false
      await refetchOrders(queryClient)
    }
    isRefetching.current = false
  }
  useOrderEvents((event) => {
    if (event.type === 'checkout') {
      if (isShown(queryClient, event.checkout.checkoutId, event.checkout)) return
    }
    void refetch()
  })
}
