import { formatPaperDay } from '@/lib/dates'
import type { Paise } from '@/lib/money'
import { formatAmount } from '@/lib/money'
import type { components } from '@/schema'
import { QrCode } from '@/ui/qr-code'
import type { Bill } from './bill'
import { billTexts } from './bill-texts'

/** The payment of a bill: paid, refunded and owed amounts. */
export type Payment = {
  /** The method: "Cash on delivery", "Paid by UPI". */
  method: string
  /** Unpaid amount in paise. */
  owed: Paise
  /** The UPI data to pay it, if the shop offers UPI. */
  upi?: components['schemas']['UPI']
  /** How the amount was settled, if nothing is owed: "Paid by UPI ₹1,382.00", "Given back ₹50.00". */
  settled: string
}

type Props = {
  bill: Bill
  payment: Payment
  /** The paper's classes for the frame, the amount owed and the QR code. */
  classes: { framed?: string; take?: string; code?: string }
  /** The width of the QR code's modules in mm. */
  moduleWidth?: number
}

/**
 * A QR code to pay what is owed, or a frame with the paid or refunded amount. A canceled bill has the time and the
 * reason instead.
 */
export function BillPayment({ bill, payment, classes, moduleWidth }: Props) {
  const { number, canceledAt, reason } = bill
  const { method, owed, upi, settled } = payment
  if (canceledAt) {
    const canceled = billTexts.canceled(formatPaperDay(canceledAt))
    return <p className={classes.framed}>{[canceled, reason].filter(Boolean).join(': ')}</p>
  }
  if (owed === 0) return <p className={classes.framed}>{settled}</p>
  const amount = `₹${formatAmount(owed)}`
  return (
    <div className={classes.take}>
      {upi && (
        <QrCode
          className={classes.code}
          value={upi.link}
          label={billTexts.upiCode(amount, number)}
          moduleWidth={moduleWidth}
        />
      )}
      <div>
        <p>{billTexts.toPay}</p>
        <b>{amount}</b>
        {upi ? (
          <p>
            {billTexts.scan}
            <br />
            {upi.id}
          </p>
        ) : (
          <p>{method}</p>
        )}
      </div>
    </div>
  )
}
