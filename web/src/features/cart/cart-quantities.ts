import { notifyManager, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { hasSession, subscribe as subscribeToSession } from '@/lib/session'
import { type CartLine, cartQuery, quantityOf } from './api'

/**
 * Creates a store of the cart's quantities by product. One query observer serves all cards of a page: observers of their own took a
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
    // Batched as in useQuery: in a task after the press, in one commit with the other observers of the cart.
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
    /** Returns the pieces of a product in the cart; 0 without a login and until the cart has been fetched. */
    quantityOf: (productId: string): number =>
      quantityOf(stop ? lines : queryClient.getQueryData(currentCartQuery().queryKey), productId),
    /** Calls the listener after every change of the cart; returns the unsubscribe function. The first listener refetches a stale cart. */
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

/** Returns the pieces of a product in the shopper's cart; 0 on a server and for hydration. */
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
