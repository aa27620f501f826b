import { Link } from '@tanstack/react-router'
import { ReceiptIndianRupee } from 'lucide-react'
import { billPath } from '@/features/bill/api'
import { billTexts } from '@/features/bill/bill-texts'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { stack } from '@/ui/stack'
import { BillLink } from '../bill-link'
import styles from './order-bills.module.css'
import type { OwnOrder } from './own-orders'
import { statusTexts } from './status-texts'

/** Links to the bills and credit notes of a shopper's order; renders nothing before one is issued. */
export function OrderBills({ order: { bills } }: { order: OwnOrder }) {
  const valid = bills.filter(({ canceledAt }) => canceledAt === null)
  if (valid.length === 0) return null
  return (
    <ul className={styles.bills} aria-label={statusTexts.bills}>
      {valid.map((bill) => {
        const { number, kind, issuedAt, payable } = bill
        return (
          <li key={number}>
            <span>
              <b>{number}</b>
              <small>
                {[billTexts.kinds[kind], formatDateTime(issuedAt), formatRupees(toPaise(payable))].join(
                  ' · ',
                )}
              </small>
            </span>
            <span className={stack.row}>
              <Link
                to="/dashboard/bill/$number"
                params={{ number: billPath(number) }}
                className={buttonClass({ variant: 'outline', size: 'small' })}
              >
                <Icon icon={ReceiptIndianRupee} size="small" />
                {kind === 'CREDIT_NOTE' ? statusTexts.seeNote : statusTexts.seeBill}
              </Link>
              <BillLink bill={bill} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
