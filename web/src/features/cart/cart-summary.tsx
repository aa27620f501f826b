import { formatRupees } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { Detail, DetailList } from '@/ui/detail-list'
import { Receipt } from '@/ui/receipt'
import type { CartTotals } from './api'
import styles from './cart-summary.module.css'
import { texts } from './texts'

/** The totals of a cart, as a paper receipt. */
export function CartSummary({ title, totals }: { title: string; totals: CartTotals }) {
  const { count, total, undiscounted, savings } = totals
  return (
    <Receipt>
      <h2 className={styles.title}>{title}</h2>
      <DetailList>
        <Detail label={texts.itemsTotal}>
          {savings > 0 && <s>{formatRupees(undiscounted)}</s>}
          {formatRupees(total)}
        </Detail>
        <Detail label={texts.quantityTotal}>{shell.items(count)}</Detail>
        <Detail label={texts.deliveryCharge} className={styles.free}>
          {texts.free}
        </Detail>
        <Detail label={texts.grandTotal} variant="total">
          {formatRupees(total)}
        </Detail>
      </DetailList>
    </Receipt>
  )
}
