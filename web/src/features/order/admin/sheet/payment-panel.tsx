import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import { formatShopMoment } from '@/lib/order-dates'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { panelClass } from '@/ui/panel'
import { textLinkClass } from '@/ui/text-link'
import { AttentionNote, needsAttention } from '../attention-note'
import { deskTexts } from '../desk-texts'
import { hasOpenClaim, type Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { GivenBackForm } from './given-back-form'
import { PaidByForm } from './paid-by-form'
import styles from './payment-panel.module.css'
import { savePaidBy, unflagOrder } from './sheet-api'
import { sheetTexts } from './sheet-texts'

/** The payment of an order: a claim to confirm, the method, the refund due, and flags. */
export function PaymentPanel({ order }: { order: Order }) {
  const { payment_method: method, paidBy, paymentReference, refundDue, rows: lines } = order
  const { data: user } = useQuery(userQuery(true))
  const manager = user !== undefined && user?.staffRole !== 'PACKER'
  const cash = method === 'COD'
  return (
    <section className={classNames(panelClass({ padded: true }), styles.panel)}>
      <h3>{sheetTexts.payment}</h3>
      <p>
        <b>{cash ? paidByText(paidBy) : deskTexts.paidOnline}</b>
        {paymentReference && `, ${sheetTexts.referenceOf(paymentReference)}`}
      </p>
      <Flags order={order} manager={manager} />
      {cash && <ClaimNote order={order} />}
      {cash && <PaidBy order={order} />}
      {cash && refundDue > 0 && user && <GiveBack order={order} manager={manager} />}
      {!cash && lines.some(needsAttention) && (
        <ul className={styles.rows} aria-label={sheetTexts.linePayments}>
          {lines.filter(needsAttention).map((line) => (
            <li key={line._id}>
              {line.product_detail.name}
              <AttentionNote
                line={{ ...line, payment_flag: undefined, userId: { email: '', ...order.customer } }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function paidByText(paidBy: string): string {
  if (paidBy === 'UPI') return sheetTexts.paidByUPI
  if (paidBy === 'CARD') return sheetTexts.paidByCard
  if (paidBy === 'KHATA') return sheetTexts.onKhata
  return paidBy === 'CASH' ? sheetTexts.paidByCash : sheetTexts.cashOrder
}

/** The payment flags of the lines, until a manager removes them. */
function Flags({ order: { _id, rows: lines }, manager }: { order: Order; manager: boolean }) {
  const { mutate, isPending } = useOrderAction({
    call: unflagOrder,
    fallback: sheetTexts.failedToSeeTo,
  })
  const flags = [...new Set(lines.flatMap(({ payment_flag: flag }) => (flag ? [flag] : [])))]
  if (flags.length === 0) return null
  return (
    <Alert tone="danger">
      {flags.join(' ')}
      {manager && (
        <Button
          size="small"
          variant="outline"
          className={styles.inNote}
          pending={isPending}
          onClick={() => mutate(_id)}
        >
          {sheetTexts.seenTo}
        </Button>
      )}
    </Alert>
  )
}

/** The shopper's claim of a UPI payment, with a button that confirms it. */
function ClaimNote({ order }: { order: Order }) {
  const { _id, version, claim, customer } = order
  const { mutate, isPending } = useOrderAction({
    call: savePaidBy,
    text: ({ paidBy: by }) => sheetTexts.paidSaved[by],
    fallback: sheetTexts.failedToPay,
  })
  if (!claim || !hasOpenClaim(order)) return null
  return (
    <Alert tone="warning" role="status">
      {sheetTexts.claim(customer.name)}
      {claim.reference && `, ${sheetTexts.referenceOf(claim.reference)}`} · {formatShopMoment(claim.at)}
      <Button
        size="small"
        variant="outline"
        className={styles.inNote}
        pending={isPending}
        onClick={() => mutate({ _id, version, paidBy: 'UPI', reference: claim.reference })}
      >
        {sheetTexts.confirmClaim}
      </Button>
      <Button
        size="small"
        variant="quiet"
        className={styles.inNote}
        pending={isPending}
        onClick={() => mutate({ _id, version, paidBy: '', reference: '' })}
      >
        {sheetTexts.denyClaim}
      </Button>
    </Alert>
  )
}

function PaidBy({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const { paidBy, collectAmt, totalAmt } = order
  if (open) return <PaidByForm order={order} onClose={() => setOpen(false)} />
  if (!paidBy && collectAmt === 0 && totalAmt === 0) return null
  return (
    <p>
      <button type="button" className={textLinkClass} onClick={() => setOpen(true)}>
        {paidBy ? sheetTexts.correct : sheetTexts.paidAlready}
      </button>
    </p>
  )
}

function GiveBack({ order, manager }: { order: Order; manager: boolean }) {
  const [open, setOpen] = useState(false)
  const amount = formatRupees(toPaise(order.refundDue))
  if (!manager) return <p>{sheetTexts.managersGiveBack}</p>
  if (open) return <GivenBackForm order={order} onClose={() => setOpen(false)} />
  return (
    <Button size="small" variant="outline" onClick={() => setOpen(true)}>
      {sheetTexts.giveBack(amount)}
    </Button>
  )
}
