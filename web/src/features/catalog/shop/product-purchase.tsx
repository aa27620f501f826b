import type { ReactNode } from 'react'
import { Price } from '@/ui/price'
import type { Product } from '../api'
import { purchaseLines } from '../purchase-lines'
import styles from './product-page.module.css'

/** What a product costs, and beside it the action that adds it to the cart. */
export function ProductPurchase({ product, action }: { product: Product; action: ReactNode }) {
  return (
    <div className={styles.purchase}>
      <div>
        <Price product={product} className={styles.price} />
        {purchaseLines(product).map(({ text, kind }) => (
          <p key={text} className={styles[kind]}>
            {text}
          </p>
        ))}
      </div>
      {action}
    </div>
  )
}
