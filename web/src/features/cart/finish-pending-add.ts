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
 * Adds the stored products, except those already in the cart. Forgets a product once the cart has it, or once a toast
 * says that it is sold out or no longer sold. Rejects, and keeps all, if a product cannot be fetched. An administrator has
 * no cart: all are forgotten.
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

/** Removes products from those that wait for a login. */
function forgetPendingAdds(productIds: string[]): void {
  const rest = readPendingAdds().filter((id) => !productIds.includes(id))
  pendingAdds.write(rest.length > 0 ? rest.join(' ') : undefined)
}
