import { Link } from '@tanstack/react-router'
import { MessageCircle, Phone } from 'lucide-react'
import { Avatar } from '@/features/account/avatar'
import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import { telephoneLink } from '@/lib/phone'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import type { KhataAccount } from '../api'
import { daysSince, formatDayOfTimestamp } from '../days'
import { khataTexts } from '../texts'
import styles from './khata-row.module.css'
import { LimitBar } from './limit-bar'

/** A customer who owes: since when, the share of the limit, and a link to the payment form with the amount filled in. */
export function KhataRow({ account, showsLimit }: { account: KhataAccount; showsLimit: boolean }) {
  const { customer, balance, since, lastReminderAt } = account
  const { _id, name, mobile } = customer
  const amount = formatRupees(toPaise(balance))
  return (
    <li className={styles.row}>
      <Avatar name={name} avatar="" />
      <span className={styles.who}>
        <Link to="/dashboard/khata/$id" params={{ id: _id }} className={styles.name}>
          {name}
        </Link>
        <small>
          {since && khataTexts.since(formatDayOfTimestamp(since), daysSince(since))}
          {lastReminderAt && ` · ${khataTexts.reminded(formatDayOfTimestamp(lastReminderAt))}`}
        </small>
      </span>
      {showsLimit && <LimitBar account={account} className={styles.limit} />}
      <b className={styles.balance}>{amount}</b>
      <span className={styles.reach}>
        <Link
          to="/dashboard/khata/$id"
          params={{ id: _id }}
          hash="remind"
          className={iconButtonClass()}
          aria-label={khataTexts.remindThis(name)}
        >
          <Icon icon={MessageCircle} />
        </Link>
        {mobile && (
          <a href={telephoneLink(mobile)} className={iconButtonClass()} aria-label={khataTexts.call(name)}>
            <Icon icon={Phone} />
          </a>
        )}
      </span>
      <Link
        to="/dashboard/khata/$id"
        params={{ id: _id }}
        className={classNames(buttonClass({ variant: 'outline' }), styles.take)}
      >
        {khataTexts.take(amount)}
      </Link>
    </li>
  )
}
