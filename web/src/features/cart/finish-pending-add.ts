import type { QueryClient } from '@tanstack/react-query'
import { isAdmin, userQuery } from '@/features/account/api'
import { productQuery } from '@/features/catalog/api'
import { cartQuery, quantityOf } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { pendingAdds, readPendingAdds } from './pending-add'

/**
 * Adds the stored products after a shopper's login, except those already in the cart and those deleted meanwhile. Only
 * forgets them for an administrator, who has no cart.
 */
export async function finishPendingAdd(queryClient: QueryClient): Promise<void> {
  const productIds = readPendingAdds()
  pendingAdds.write(undefined)
  if (productIds.length === 0 || isAdmin(await queryClient.fetchQuery(userQuery(true)))) return
  const lines = await queryClient.fetchQuery(cartQuery(true))
  const wanted = productIds.filter((id) => quantityOf(lines, id) === 0)
  const products = await Promise.allSettled(wanted.map((id) => queryClient.fetchQuery(productQuery(id))))
  for (const product of products)
    if (product.status === 'fulfilled') await cartMutationQueue(queryClient).setQuantity(product.value, 1)
}
