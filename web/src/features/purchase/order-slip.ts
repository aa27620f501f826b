import type { ReorderProduct } from './api'
import { purchaseTexts as texts } from './texts'

/** A product to order and its number of packs. */
export type Ordered = { item: ReorderProduct; packs: number }

/** Returns the message of an order to a supplier: names, packs and pieces, without prices. */
export function orderText(shop: string, ordered: Ordered[]): string {
  const lines = ordered.map(({ item: { product, packSize }, packs }) => {
    const name = [product.name, product.unit].filter(Boolean).join(' ')
    return packSize > 1
      ? texts.orderPacks(name, packs, packSize, packs * packSize)
      : texts.orderLine(name, packs)
  })
  return texts.orderText(shop, lines.join('\n'))
}
