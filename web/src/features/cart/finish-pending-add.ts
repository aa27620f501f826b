import type { QueryClient } from '@tanstack/react-query'
import { isAdmin, userQuery } from '@/features/account/api'
import { notify } from '@/lib/notify'
import { cartQuery, quantityOf } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { cartTexts } from './cart-texts'
import { findProduct } from './find-product'
import { forgetPendingAdds, readPendingAdds } from './pending-add'

/**
 * Adds the stored products after a shopper's login, except those already in the cart. Forgets a product once it is in the
 * cart, or once a toast has said that it is sold out or not sold any more. Rejects and keeps all if one cannot be fetched.
 * Only forgets them for an administrator, who has no cart.
 */
export async function finishPendingAdd(queryClient: QueryClient): Promise<void> {
  const productIds = readPendingAdds()
  if (isAdmin(await queryClient.fetchQuery(userQuery(true)))) return forgetPendingAdds(productIds)
  const { queryKey } = cartQuery(true)
  await queryClient.fetchQuery(cartQuery(true))
  const products = await Promise.all(productIds.map((id) => findProduct(queryClient, id)))
  for (const [index, id] of productIds.entries()) {
    const product = products[index]
    if (quantityOf(queryClient.getQueryData(queryKey), id) === 0) {
      if (!product) notify.error(cartTexts.gone)
      else if (product.stock <= 0) notify.error(cartTexts.notLeft(product.name))
      else if (!(await cartMutationQueue(queryClient).setQuantity(product, 1))) continue
    }
    forgetPendingAdds([id])
  }
}
