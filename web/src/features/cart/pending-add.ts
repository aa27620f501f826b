import type { QueryClient } from '@tanstack/react-query'
import { productQuery } from '@/features/catalog/api'
import { cartQuery, quantityOf } from './api'
import { cartMutationQueue } from './cart-mutation-queue'

const STORAGE_KEY = 'pendingAdd'

/** Stores the product that a shopper without a login pressed Add on, for this tab. */
export function savePendingAdd(productId: string): void {
  sessionStorage.setItem(STORAGE_KEY, productId)
}

/** After a login: adds the stored product, unless the cart has it already. */
export async function finishPendingAdd(queryClient: QueryClient): Promise<void> {
  const productId = sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.removeItem(STORAGE_KEY)
  if (!productId) return
  const [product, lines] = await Promise.all([
    queryClient.fetchQuery(productQuery(productId)),
    queryClient.fetchQuery(cartQuery(true)),
  ])
  if (quantityOf(lines, productId) === 0) await cartMutationQueue(queryClient).setQuantity(product, 1)
}
