import type { Bill } from '@/features/bill/bill'
import type { Payment } from '@/features/bill/bill-payment'
import { formatAmount, toPaise } from '@/lib/money'
import type { components } from '@/schema'
import { billOrderTexts } from './bill-order-texts'
import { type PaymentFacts, paidByText, paymentText } from './payment-text'

type Order = components['schemas']['Checkout']
type Entry = Order['bills'][number]

/** The fields of an order from which the amount owed of its bills is computed. */
type Settled = PaymentFacts &
  Pick<Order, 'refundDue' | 'bills'> & {
    upi?: Order['upi']
    payments: Pick<Order['payments'][number], 'by' | 'amount'>[]
    rows: Pick<Order['rows'][number], 'payment_status'>[]
  }

/** Returns an order's valid bills: neither canceled nor credit notes. */
export function validBills({ bills }: Pick<Order, 'bills'>): Entry[] {
  return bills.filter(({ kind, canceledAt }) => kind !== 'CREDIT_NOTE' && canceledAt === null)
}

/** Returns what was paid of a bill or refunded by a credit note, and what is still owed of its order. */
export function settlementOf(bill: Bill, order: Settled): Payment {
  const { collectAmt, upi } = order
  const method = paymentText(order)
  const amount = `₹${formatAmount(toPaise(bill.payable))}`
  if (bill.kind === 'CREDIT_NOTE') return { method, owed: 0, settled: `${returnText(order)} ${amount}` }
  const first = validBills(order)[0]?.number ?? bill.number
  const notes = order.bills.filter(({ creditFor }) => creditFor === bill.number).map(({ number }) => number)
  // Only the first bill shows the order's UPI code, since the code is for the whole amount.
  if (collectAmt > 0 && first !== bill.number)
    return { method, owed: 0, settled: billOrderTexts.paidWith(amount, first) }
  if (collectAmt > 0) return { method, owed: toPaise(collectAmt), upi, settled: '' }
  if (notes.length > 0)
    return { method, owed: 0, settled: billOrderTexts.lessCreditNotes(method, notes.join(', ')) }
  return { method, owed: 0, settled: splitText(bill, order) ?? `${method} ${amount}` }
}

/** Returns the payments of a bill that was paid by several methods; undefined if they are not its whole amount. */
function splitText({ payable }: Bill, { payments }: Settled): string | undefined {
  const sum = payments.reduce((paid, { amount }) => paid + toPaise(amount), 0)
  if (payments.length < 2 || sum !== toPaise(payable)) return undefined
  return payments.map(({ by, amount }) => `${paidByText(by)} ₹${formatAmount(toPaise(amount))}`).join(', ')
}

/** Returns how the amount of a credit note is refunded. */
function returnText({ refundDue, rows }: Settled): string {
  if (refundDue > 0) return billOrderTexts.toGiveBack
  const refunded = rows.some(({ payment_status: status }) => status === 'REFUNDED')
  return refunded ? billOrderTexts.givenBack : billOrderTexts.takenOff
}
