import type { QueryClient } from '@tanstack/react-query'
import { isAdmin, userQuery } from '@/features/account/api'
import { productQuery } from '@/features/catalog/api'
import { asText, storedValue } from '@/lib/stored-value'
import { cartQuery, quantityOf } from './api'
import { cartMutationQueue } from './cart-mutation-queue'

const pendingAdds = storedValue('pendingAdd', 'tab', asText)

/** How many products wait for a login: those that were pressed last. */
const MAX_PENDING = 20

/**
 * Stores a product that a shopper without a login pressed Add on, for this tab. It waits for whichever login comes
 * next: that of the toast, or one that is found after the toast has gone.
 */
export function savePendingAdd(productId: string): void {
  const others = readPendingAdds().filter((id) => id !== productId)
  pendingAdds.write([...others, productId].slice(-MAX_PENDING).join(' '))
}

function readPendingAdds(): string[] {
  return pendingAdds.read()?.split(' ') ?? []
}

/**
 * After a shopper's login: adds the stored products, except for those that the cart has already and those that are gone.
 * An administrator has no cart.
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
