import { formatPaperDay } from '@/lib/dates'
import type { Paise } from '@/lib/money'
import type { components } from '@/schema'
import { QrCode } from '@/ui/qr-code'
import type { Bill } from './bill'
import { billTexts } from './bill-texts'
import { formatAmount } from './figures'

/** What was paid of a bill or given back, and what is still owed. */
export type Payment = {
  /** How it is or was paid: "Cash on delivery", "Paid by UPI". */
  method: string
  /** What is still owed; 0 for nothing. */
  owed: Paise
  /** How that is paid by UPI, where the shop offers it. */
  upi?: components['schemas']['UPI']
  /** What became of the amount, when nothing is owed: "Paid by UPI ₹1,382.00", "Given back ₹50.00". */
  settled: string
}

type Props = {
  bill: Bill
  payment: Payment
  /** The classes of the paper: of the frame, of what is owed, of the code. */
  classes: { framed?: string; take?: string; code?: string }
  /** The width of the code's modules in millimeters. */
  moduleWidth?: number
}

/** The code to pay what is owed, or in a frame what was paid or given back; of a canceled bill when and why it was. */
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
