import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Hourglass, MessageCircle } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { billPath } from '@/features/bill/api'
import { billTexts } from '@/features/bill/bill-texts'
import { settingsQuery } from '@/features/settings/api'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { stack } from '@/ui/stack'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { BillLink } from '../../bill-link'
import { billMessage } from '../../bill-message'
import { billOrderTexts } from '../../bill-order-texts'
import { validBills } from '../../bill-settlement'
import type { Order } from '../orders-api'
import { BillBuyer } from './bill-buyer'
import styles from './bill-documents.module.css'
import { BillLacks } from './bill-lacks'
import { BillNow, CancelBill } from './bill-steps'
import { sheetTexts } from './sheet-texts'

/** The state of the tax bill: issued, or why it waits. Renders nothing if the order has no tax bill. */
export function BillState({ order }: { order: Order }) {
  if (order.billWaits)
    return (
      <Badge tone="warning" icon={Hourglass}>
        {sheetTexts.billWaits}
      </Badge>
    )
  if (validBills(order).length === 0) return null
  return (
    <Badge tone="success" icon={CircleCheck}>
      {sheetTexts.billIssued}
    </Badge>
  )
}

/** The bills and credit notes of an order; before they are issued, the buyer and the time of issue. */
export function BillDocuments({ order }: { order: Order }) {
  const { stage, bills, billWaits } = order
  const maySetTax = hasStaffRole(useQuery(userQuery(true)).data, 'MANAGER')
  const issued = validBills(order).length > 0
  const inShop = stage !== 'OUT' && stage !== 'DONE'
  return (
    <div className={styles.documents}>
      {billWaits && <Alert tone="warning">{billWaits}</Alert>}
      {maySetTax && <BillLacks order={order} />}
      {!issued && !billWaits && inShop && <p className={textStyles.caption}>{sheetTexts.billWhenItLeaves}</p>}
      <ul className={styles.list}>
        {bills.map((bill) => (
          <Document key={bill.number} bill={bill} />
        ))}
      </ul>
      {issued && <SendBill order={order} />}
      {!issued && <BillBuyer order={order} />}
      {!issued && (stage === 'PACKED' || !inShop) && <BillNow order={order} />}
      {issued && inShop && <CancelBill order={order} />}
    </div>
  )
}

/** Sends the links of an order's bills to its customer, or shares them in another way. */
function SendBill({ order }: { order: Order }) {
  const { customer, delivery_address: address, bills } = order
  const { data: shop } = useQuery(settingsQuery)
  const to = { name: customer.name, mobile: address.mobile || customer.mobile }
  const message = shop && billMessage(to, shop.name, bills)
  return (
    <p className={stack.row}>
      {message && (
        <a
          href={message}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'small' })}
        >
          <Icon icon={MessageCircle} size="small" />
          {billOrderTexts.sendByWhatsApp}
        </a>
      )}
      {validBills(order).map((bill) => (
        <BillLink key={bill.number} bill={bill} />
      ))}
    </p>
  )
}

function Document({ bill }: { bill: Order['bills'][number] }) {
  const { kind, number, issuedAt, canceledAt, payable } = bill
  const amount = formatRupees(toPaise(kind === 'CREDIT_NOTE' ? -payable : payable))
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
