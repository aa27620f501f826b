import { Clock } from 'lucide-react'
import { useShop } from '@/features/settings/use-shop'
import { formatRupees } from '@/lib/money'
import { texts as sharedTexts } from '@/lib/texts'
import { Detail, DetailList } from '@/ui/detail-list'
import { Icon } from '@/ui/icon'
import { Receipt } from '@/ui/receipt'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { CartTotals } from './api'
import styles from './cart-summary.module.css'
import { cartTexts } from './cart-texts'

/** The totals of a cart in the form of a paper receipt, and the expected delivery time. */
export function CartSummary({ title, totals }: { title: string; totals: CartTotals }) {
  const { count, total, undiscounted, savings } = totals
  const note = useShop()?.deliveryNote
  return (
    <Receipt>
      <h2 className={styles.title}>{title}</h2>
      <DetailList>
        <Detail label={cartTexts.itemsTotal}>
          {savings > 0 && (
            <s>
              <VisuallyHidden>MRP </VisuallyHidden>
              {formatRupees(undiscounted)}
            </s>
          )}{' '}
          {formatRupees(total)}
        </Detail>
        <Detail label={cartTexts.quantityTotal}>{sharedTexts.items(count)}</Detail>
        <Detail label={cartTexts.deliveryCharge} className={styles.free}>
          {cartTexts.free}
        </Detail>
        <Detail label={cartTexts.grandTotal} variant="total">
          {formatRupees(total)}
        </Detail>
      </DetailList>
      {note && (
        <p className={styles.note}>
          <Icon icon={Clock} size="small" />
          {note}
        </p>
      )}
    </Receipt>
  )
}
