import type { QueryClient } from '@tanstack/react-query'
import { productQuery } from '@/features/catalog/api'
import { cartQuery, quantityOf } from './api'
import { quantitiesIn } from './quantities'

const KEY = 'pendingAdd'

/** Remembers, for this tab, what a shopper without a login wanted to add. */
export function rememberAdd(productId: string): void {
  sessionStorage.setItem(KEY, productId)
}

/** After a login: adds what was wanted before it, unless the cart holds it already. */
export async function finishPendingAdd(queryClient: QueryClient): Promise<void> {
  const productId = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!productId) return
  const [product, lines] = await Promise.all([
    queryClient.fetchQuery(productQuery(productId)),
    queryClient.fetchQuery(cartQuery(true)),
  ])
  if (quantityOf(lines, productId) === 0) await quantitiesIn(queryClient).want(product, 1)
}
