import { formatRupees, toPaise } from '@/lib/money'
import { QrCode } from '@/ui/qr-code'
import { hasOpenClaim, type Order } from '../orders-api'
import styles from './paper-upi.module.css'
import { printTexts } from './print-texts'

/**
 * The UPI code of an order with its exact amount. Renders nothing if the shop does not offer UPI or nothing is to be paid,
 * or if the customer claims to have paid by UPI, so that nobody pays twice.
 */
export function PaperUPI({ order }: { order: Order }) {
  const { upi, number } = order
  if (!upi || hasOpenClaim(order)) return null
  const amount = formatRupees(toPaise(upi.amount))
  return (
    <div className={styles.payment}>
      <QrCode className={styles.code} value={upi.link} label={printTexts.upiCode(amount, number)} />
      <p>
        <b>{printTexts.scanToPay(amount)}</b>
        <br />
        {printTexts.scanTo(upi.id)}
        <br />
        <small>{printTexts.anyApp}</small>
      </p>
    </div>
  )
}
