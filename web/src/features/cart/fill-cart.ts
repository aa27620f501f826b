import type { QueryClient } from '@tanstack/react-query'
import { isAdmin, userQuery } from '@/features/account/api'
import { cartQuery, MAX_QUANTITY, quantityOf } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { cartTexts } from './cart-texts'
import { findProduct } from './find-product'
import type { LinkItem } from './link-items'
import { linkTexts } from './link-texts'

/**
 * Adds a link's items to the shopper's cart. An existing line is raised to the link's quantity, never lowered, so that
 * opening a link twice changes nothing more. Returns a sentence for each item that could not be added in full. Does
 * nothing for an administrator, who has no cart.
 */
export async function fillCart(queryClient: QueryClient, items: LinkItem[]): Promise<string[]> {
  if (isAdmin(await queryClient.fetchQuery(userQuery(true)))) return []
  const sentences = new Set<string>()
  for (const [id, quantity] of piecesById(items)) {
    const product = await findProduct(queryClient, id)
    if (!product) {
      sentences.add(linkTexts.gone)
      continue
    }
    const pieces = Math.min(quantity, product.stock, MAX_QUANTITY)
    if (pieces === 0) sentences.add(cartTexts.notLeft(product.name))
    else if (pieces < Math.min(quantity, MAX_QUANTITY))
      sentences.add(cartTexts.fewerLeft(product.name, pieces))
    const inCart = quantityOf(await queryClient.fetchQuery(cartQuery(true)), id)
    if (pieces > inCart) await cartMutationQueue(queryClient).setQuantity(product, pieces)
  }
  return [...sentences]
}

function piecesById(items: LinkItem[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { id, quantity } of items) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  return pieces
}
