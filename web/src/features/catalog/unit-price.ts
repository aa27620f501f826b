import { formatRupees, toPaise } from '@/lib/money'
import type { Product } from './api'
import { texts } from './texts'

/** The price by weight, volume or piece: "₹5.60 per 100 g". */
export function unitPriceText(unitPrice: NonNullable<Product['unitPrice']>): string {
  return texts.unitPrice(formatRupees(toPaise(unitPrice.price)), unitPrice.per)
}
