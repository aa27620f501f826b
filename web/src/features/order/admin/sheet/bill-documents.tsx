import { Link } from '@tanstack/react-router'
import { CircleCheck, Hourglass } from 'lucide-react'
import { billPath } from '@/features/bill/api'
import { billTexts } from '@/features/bill/bill-texts'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Badge } from '@/ui/badge'
import { textLinkClass } from '@/ui/text-link'
import { validBills } from '../../bill-settlement'
import type { Checkout } from '../checkouts-api'
import { BillBuyer } from './bill-buyer'
import styles from './bill-documents.module.css'
import { BillNow, CancelBill } from './bill-steps'
import { sheetTexts } from './sheet-texts'

/** Whether the law's bill of an order is issued, or why it waits; undefined in a shop that says nothing about tax. */
export function BillState({ checkout }: { checkout: Checkout }) {
  if (checkout.billWaits)
    return (
      <Badge tone="warning" icon={Hourglass}>
        {sheetTexts.billWaits}
      </Badge>
    )
  if (validBills(checkout).length === 0) return null
  return (
    <Badge tone="success" icon={CircleCheck}>
      {sheetTexts.billIssued}
    </Badge>
  )
}

/** The bills and credit notes of an order, and before they are issued for whom and when they are. */
export function BillDocuments({ checkout }: { checkout: Checkout }) {
  const { stage, bills, billWaits } = checkout
  const issued = validBills(checkout).length > 0
  const inShop = stage !== 'OUT' && stage !== 'DONE'
  return (
    <div className={styles.documents}>
      {billWaits && <Alert tone="warning">{billWaits}</Alert>}
      {!issued && !billWaits && inShop && <p className={styles.hint}>{sheetTexts.billWhenItLeaves}</p>}
      <ul className={styles.list}>
        {bills.map((bill) => (
          <Document key={bill.number} bill={bill} />
        ))}
      </ul>
      {!issued && <BillBuyer checkout={checkout} />}
      {!issued && (stage === 'PACKED' || !inShop) && <BillNow checkout={checkout} />}
      {issued && inShop && <CancelBill checkout={checkout} />}
    </div>
  )
}

function Document({ bill }: { bill: Checkout['bills'][number] }) {
  const { kind, number, issuedAt, canceledAt, payable } = bill
  const amount = `${kind === 'CREDIT_NOTE' ? '−' : ''}${formatRupees(toPaise(payable))}`
  const facts = [
    `${billTexts.kinds[kind]}, ${formatDateTime(issuedAt)}`,
    canceledAt && sheetTexts.billCanceled(formatDateTime(canceledAt)),
  ]
  return (
    <li>
      <span>
        <Link to="/dashboard/bill/$number" params={{ number: billPath(number) }} className={textLinkClass}>
          {canceledAt ? <s>{number}</s> : number}
        </Link>
        {facts.map((fact) => fact && <small key={fact}>{fact}</small>)}
      </span>
      {canceledAt ? <s>{amount}</s> : <b>{amount}</b>}
    </li>
  )
}
