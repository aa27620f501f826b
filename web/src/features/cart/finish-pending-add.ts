import type { QueryClient } from '@tanstack/react-query'
import { isAdmin, userQuery } from '@/features/account/api'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as sharedTexts } from '@/lib/texts'
import { cartQuery, quantityOf } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { cartTexts } from './cart-texts'
import { findProduct } from './find-product'
import { pendingAdds, readPendingAdds } from './pending-add'
import { texts } from './texts'

/** Adds the stored products after a shopper's login. A toast says why one was not added, and offers another try. */
export async function finishPendingAdd(queryClient: QueryClient): Promise<void> {
  try {
    await addStored(queryClient)
  } catch (reason) {
    notify.error(describeError(reason, { fallback: texts.failedToAdd }).toast, {
      id: 'cart',
      action: { label: sharedTexts.tryAgain, onPress: () => void finishPendingAdd(queryClient) },
    })
  }
}

/**
 * Adds the stored products, except those already in the cart. Forgets a product once it is in the
 * cart, or once a toast has said that it is sold out or not sold any more. Rejects and keeps all if one cannot be fetched.
 * Only forgets them for an administrator, who has no cart.
 */
async function addStored(queryClient: QueryClient): Promise<void> {
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

/** Removes products that no longer wait for a login. */
function forgetPendingAdds(productIds: string[]): void {
  const rest = readPendingAdds().filter((id) => !productIds.includes(id))
  pendingAdds.write(rest.length > 0 ? rest.join(' ') : undefined)
}
