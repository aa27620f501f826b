import type { ReactNode } from 'react'
import type { Product } from './api'

/**
 * Renders what a page shows about one product on behalf of a feature that the catalog does not import, such as the
 * cart. All are optional; an action that renders nothing takes no room.
 */
export type ProductSlots = (product: Product) => {
  /** Adds the product to the cart, in the corner of a card. */
  action?: ReactNode
  /** The same on the product's page, beside the price. */
  pageAction?: ReactNode
  /** On the product's page: whether the shop delivers to the shopper. */
  area?: ReactNode
  /** After the unit on a card: how many pieces are left. */
  stockNotice?: ReactNode
}
