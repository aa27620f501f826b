import { formatRupees, toPaise } from '@/lib/money'
import { QrCode } from '@/ui/qr-code'
import type { Order } from '../orders-api'
import styles from './paper-upi.module.css'
import { printTexts } from './print-texts'

/** The code to pay an order by UPI, with its exact amount; nothing when the shop offers no UPI or nothing is to pay. */
export function PaperUPI({ order: { upi, number } }: { order: Order }) {
  if (!upi) return null
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
