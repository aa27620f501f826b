import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import type { Product } from './api'
import { texts } from './texts'

type PurchaseLine = { text: string; kind: 'terms' | 'savings' }

/** Returns what stands below the price on a product's page. */
export function purchaseLines({ price, unitPrice, discount }: Product): PurchaseLine[] {
  const lines: PurchaseLine[] = [{ text: texts.allTaxes(formatRupees(toPaise(price))), kind: 'terms' }]
  if (unitPrice)
    lines.push({
      text: texts.unitPrice(formatRupees(toPaise(unitPrice.price)), unitPrice.per),
      kind: 'terms',
    })
  if (discount > 0) lines.push({ text: shell.youSave(formatRupees(toPaise(discount))), kind: 'savings' })
  return lines
}
