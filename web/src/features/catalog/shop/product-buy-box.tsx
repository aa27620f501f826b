import type { ReactNode } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as sharedTexts } from '@/lib/texts'
import { Price } from '@/ui/price'
import type { Product } from '../api'
import { productTexts } from '../product-texts'
import { unitPriceText } from '../unit-price'
import styles from './product-page.module.css'

/** The buy box of a product: its price, and the action that adds it to the cart. */
export function ProductBuyBox({ product, action }: { product: Product; action: ReactNode }) {
  const { price, unitPrice, discount } = product
  return (
    <div className={styles.buyBox}>
      <div>
        <Price product={product} className={styles.price} />
        <p className={styles.terms}>{productTexts.allTaxes(formatRupees(toPaise(price)))}</p>
        {unitPrice && <p className={styles.terms}>{unitPriceText(unitPrice)}</p>}
        {discount > 0 && (
          <p className={styles.savings}>{sharedTexts.youSave(formatRupees(toPaise(discount)))}</p>
        )}
      </div>
      {action}
    </div>
  )
}
