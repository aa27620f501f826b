import type { ReorderProduct } from './api'
import { purchaseTexts as texts } from './texts'

/** What is ordered of a supplier: products with their packs. */
export type Ordered = { item: ReorderProduct; packs: number }

/** Returns the message to a supplier: names, packs and pieces, without prices. */
export function orderText(shop: string, ordered: Ordered[]): string {
  return texts.orderText(
    shop,
    ordered.map(({ item, packs }) =>
      texts.orderLine([item.product.name, item.product.unit].filter(Boolean).join(' '), packs, item.packSize),
    ),
  )
}

/** Returns the address that opens WhatsApp with a text, for a mobile number of India where there is one. */
export function whatsAppLink(mobile: string, text: string): string {
  const digits = mobile.replace(/\D/g, '')
  const number = digits.length === 10 ? `91${digits}` : digits
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
