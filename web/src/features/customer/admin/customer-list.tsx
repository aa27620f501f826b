import { Link } from '@tanstack/react-router'
import { Ban, MessageCircle, Phone, StickyNote } from 'lucide-react'
import { Avatar } from '@/features/account/avatar'
import { formatCount } from '@/lib/count'
import { formatRelativeDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { telephoneLink, whatsAppLink } from '@/lib/phone'
import { Badge } from '@/ui/badge'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import { panelClass } from '@/ui/panel'
import type { Customer } from '../api'
import { customerTexts } from '../texts'
import styles from './customer-list.module.css'

/** Customers, one per row: name, number and sum of orders, the note, and contact links. */
export function CustomerList({ customers }: { customers: Customer[] }) {
  return (
    <ul className={panelClass()}>
      {customers.map((customer) => (
        <Row key={customer._id} customer={customer} />
      ))}
    </ul>
  )
}

function Row({ customer }: { customer: Customer }) {
  const { _id, name, place, area, orders, spent, note, status, mobile, lastOrderAt } = customer
  const last = lastOrderAt
    ? customerTexts.lastOrder(
        formatRelativeDay(new Date(lastOrderAt)).replace(/^[TY](?=oday|esterday)/, lower),
      )
    : customerTexts.noOrder
  return (
    <li className={styles.row}>
      <Avatar name={name} avatar="" />
      <span className={styles.who}>
        <Link to="/dashboard/customers/$id" params={{ id: _id }} className={styles.name}>
          {name}
        </Link>
        <span className={styles.details}>
          <span className={styles.place}>{place || area}</span>
          <span>
            {(place || area) && ' · '}
            {last}
          </span>
        </span>
      </span>
      {orders !== undefined && (
        <span className={styles.orders}>
          <b>{formatCount(orders)}</b> {customerTexts.orders(orders)}
        </span>
      )}
      {spent !== undefined && <b className={styles.spent}>{formatRupees(toPaise(spent))}</b>}
      <span className={styles.note}>
        {status === 'Suspended' && (
          <Badge tone="danger" icon={Ban}>
            {customerTexts.suspended}
          </Badge>
        )}
        {note && (
          <span className={styles.noteText}>
            <Icon icon={StickyNote} size="small" />
            <span>{note}</span>
          </span>
        )}
      </span>
      <span className={styles.reach}>
        {mobile && (
          <>
            <a
              href={telephoneLink(mobile)}
              className={iconButtonClass()}
              aria-label={customerTexts.callThis(name)}
            >
              <Icon icon={Phone} />
            </a>
            <a
              href={whatsAppLink(mobile)}
              target="_blank"
              rel="noreferrer"
              className={iconButtonClass()}
              aria-label={customerTexts.whatsAppThis(name)}
            >
              <Icon icon={MessageCircle} />
            </a>
          </>
        )}
      </span>
    </li>
  )
}

const lower = (letter: string) => letter.toLowerCase()
