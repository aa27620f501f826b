import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOrderEvents } from '@/lib/event-stream'
import { isShown, refetchOrders } from '../orders-api'

/**
 * Reads the orders again whenever one has changed. What changes while they are being read is read after that, so that
 * many changes at once are two reads and none is missed. A change that a list shows already, such as one's own, is not.
 */
export function useLiveOrders(): void {
  const queryClient = useQueryClient()
  const reading = useRef(false)
  const changed = useRef(false)

  const refetch = async () => {
    changed.current = true
    if (reading.current) return
    reading.current = true
    while (changed.current) {
      changed.current = false
      await refetchOrders(queryClient)
    }
    reading.current = false
  }
  useOrderEvents((event) => {
    if (event.type === 'checkout') {
      if (isShown(queryClient, event.checkout.checkoutId, event.checkout)) return
    }
    void refetch()
  })
}
