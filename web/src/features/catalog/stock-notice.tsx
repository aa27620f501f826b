import { Clock, Info } from 'lucide-react'
import { Icon } from '@/ui/icon'
import styles from './stock-notice.module.css'
import { texts } from './texts'

const LOW_STOCK_THRESHOLD = 5

type Props = {
  stock: number
  /** The pieces in the shopper's cart. */
  inCart: number
}

/** "Only 3 left" for a product with low stock, "No more left" once the cart has the last piece. */
export function StockNotice({ stock, inCart }: Props) {
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
      {texts.onlyLeft(stock)}
    </span>
  )
}
