import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Dialog } from '@/ui/dialog'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import { type Checkout, checkoutQuery } from '../checkouts-api'
import { deskTexts } from '../desk-texts'
import styles from './checkout-sheet.module.css'

/** An order's lines, sum and timeline over the desk. */
export function CheckoutSheet({ number, onClose }: { number: string; onClose: () => void }) {
  const { data: checkout, error, refetch } = useQuery(checkoutQuery(number))
  return (
    <Dialog
      open
      form
      onClose={onClose}
      title={`#${number}`}
      description={checkout && `${checkout.customer.name}, ${checkout.delivery_address.address_line}`}
    >
      {checkout && <CheckoutDetail checkout={checkout} />}
      {error && !checkout && <LoadingFailed reason={error} title={deskTexts.failedToLoad} retry={refetch} />}
      {!checkout && !error && <LinesSkeleton count={3} />}
    </Dialog>
  )
}

function CheckoutDetail({ checkout: { rows, totalAmt, timeline } }: { checkout: Checkout }) {
  return (
    <>
      <ul className={styles.lines}>
        {rows.map(({ _id, quantity, product_detail: product, delivery_status: status }) => (
          <li key={_id}>
            <b>{quantity} ×</b> <span>{product.name}</span>
            {status === 'CANCELED' && <span>{deskTexts.canceled}</span>}
          </li>
        ))}
      </ul>
      <p className={styles.total}>{formatRupees(toPaise(totalAmt))}</p>
      <ol className={styles.timeline}>
        {timeline?.map(({ at, who, text }) => (
          <li key={`${at} ${text}`}>
            <time dateTime={at}>{formatDateTime(at)}</time> {text} · {who}
          </li>
        ))}
      </ol>
    </>
  )
}
