import { Clock, Info } from 'lucide-react'
import { formatQuantity } from '@/lib/weight'
import { Icon } from '@/ui/icon'
import type { Product } from './api'
import styles from './stock-notice.module.css'
import { texts } from './texts'
import { stepGrams } from './unit-grams'

const LOW_STOCK_THRESHOLD = 5

type Props = {
  product: Pick<Product, 'stock' | 'unit' | 'soldBy'>
  /** The pieces in the shopper's cart. */
  inCart: number
}

/** "Only 3 left" ("Only 750 g left" of goods sold by weight) for a product with low stock, "No more left" once the cart has the last piece. */
export function StockNotice({ product, inCart }: Props) {
  const { stock } = product
  if (stock <= 0) return null
  if (inCart >= stock)
    return (
      <span className={styles.notice}>
        <Icon icon={Info} size="small" />
        {texts.noMoreLeft}
      </span>
    )
  if (stock > LOW_STOCK_THRESHOLD) return null
  return (
    <span className={styles.notice}>
      <Icon icon={Clock} size="small" />
      {texts.onlyLeft(formatQuantity(stock, stepGrams(product)))}
    </span>
  )
}
