import type { ReactNode } from 'react'
import type { Product } from './api'

/**
 * Renders the parts of a page about one product that belong to features which the catalog does not import, such as the cart.
 * All are optional; an action that renders nothing takes no space.
 */
export type ProductSlots = (product: Product) => {
  /** Adds the product to the cart, in the corner of a card. */
  action?: ReactNode
  /** Adds the product to the cart, next to the price on the product's page. */
  pageAction?: ReactNode
  /** For the product's page: whether the shop delivers to the shopper. */
  area?: ReactNode
  /** For a card, after the unit: how many pieces are left. */
  stockNotice?: ReactNode
}
