import { notifyManager, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { hasSession, subscribe as subscribeToSession } from '@/lib/session'
import { type CartLine, cartQuery, quantityOf } from './api'

/**
 * Creates a store of the cart's quantities by product id. All cards of a page share one query observer: one per card took a
 * fifth of home's script time (docs/adr/0034).
 */
function createCartQuantities(queryClient: QueryClient) {
  const listeners = new Set<() => void>()
  let lines: CartLine[] | undefined
  let stop: (() => void) | undefined // undefined without listeners

  const start = () => {
    const observer = new QueryObserver(queryClient, currentCartQuery())
    const update = () => {
      lines = observer.getCurrentResult().data
      for (const listener of listeners) listener()
    }
    // Batched as in useQuery: updates run in a task after the press, in one commit with the cart's other observers.
    const unsubscribe = observer.subscribe(notifyManager.batchCalls(update))
    const unsubscribeFromSession = subscribeToSession(() => observer.setOptions(currentCartQuery()))
    stop = () => {
      unsubscribe()
      unsubscribeFromSession()
      stop = undefined
    }
    update()
  }

  return {
    /** Returns the quantity of a product's line (quantityOf); 0 without a login or before the cart has loaded. */
    quantityOf: (productId: string): number =>
      quantityOf(stop ? lines : queryClient.getQueryData(currentCartQuery().queryKey), productId),
    /** Calls the listener after every change of the cart; the first listener also refetches a stale cart. Returns an unsubscribe function. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (!stop) start()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop?.()
      }
    },
  }
}

const currentCartQuery = () => ({ ...cartQuery(hasSession()), notifyOnChangeProps: ['data' as const] })

const quantitiesOfClients = new WeakMap<QueryClient, ReturnType<typeof createCartQuantities>>()

/**
 * Returns the quantity of a product's line in the shopper's cart (quantityOf); 0 on a server and in the hydration
 * render.
 */
export function useQuantityInCart(productId: string): number {
  const queryClient = useQueryClient()
  const quantities = quantitiesOfClients.get(queryClient) ?? createCartQuantities(queryClient)
  quantitiesOfClients.set(queryClient, quantities)
  return useSyncExternalStore(
    quantities.subscribe,
    () => quantities.quantityOf(productId),
    () => 0,
  )
}
