import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { settingsQuery } from '@/features/settings/api'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import { textLinkClass } from '@/ui/text-link'
import type { Line } from '../api'
import { billMessage } from '../bill-message'
import { billOrderTexts } from '../bill-order-texts'
import type { OrderLines } from '../order-lines'
import { texts } from '../texts'
import styles from './order-groups.module.css'

/** The heading of an order's lines: number, total and the sum to collect. */
export function OrderGroupHeading({ order: { lines } }: { order: OrderLines }) {
  const {
    checkoutNumber: number,
    checkoutTotal: total,
    checkoutRoundOff: roundOff = 0,
    checkoutCollect: collect,
  } = lines[0]
  return (
    <span className={styles.heading}>
      <Link to="/dashboard/desk/$number" params={{ number: String(number) }} className={textLinkClass}>
        {texts.orderName(number)}
      </Link>
      {total !== undefined && <b>{formatRupees(toPaise(total) + toPaise(roundOff))}</b>}
      {roundOff !== 0 && <span>{texts.roundedOff(formatSignedRupees(toPaise(roundOff)))}</span>}
      {collect !== undefined && collect > 0 && (
        <span className={styles.collect}>{texts.toCollect(formatRupees(toPaise(collect)))}</span>
      )}
      <SendBill line={lines[0]} />
    </span>
  )
}

/** Sends the links of an order's bills to its customer; renders nothing before a bill is issued. */
function SendBill({
  line: { userId, delivery_address: address, checkoutBills: orderBills = [] },
}: {
  line: Line
}) {
  const { data: shop } = useQuery(settingsQuery)
  const name = userId?.name ?? ''
  const message =
    shop && billMessage({ name, mobile: address.mobile || (userId?.mobile ?? '') }, shop.name, orderBills)
  if (!message) return null
  return (
    <a
      href={message}
      target="_blank"
      rel="noreferrer"
      className={iconButtonClass('outline')}
      aria-label={billOrderTexts.sendThisByWhatsApp(name)}
    >
      <Icon icon={MessageCircle} />
    </a>
  )
}

/** Reports whether a line's order has a number; very old orders have none. */
export function hasNumber({ checkoutNumber: number }: Line): boolean {
  return number > 0
}
