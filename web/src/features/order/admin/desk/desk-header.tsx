import { Link } from '@tanstack/react-router'
import { Banknote, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayInIndia, formatDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { PageHeader } from '@/ui/page-header'
import { deskTexts } from '../desk-texts'
import { AlertsMenu } from '../live/alerts-menu'
import styles from './desk-header.module.css'

type Props = {
  now: number
  /** The sum still to collect on delivery for all open orders, in rupees; undefined while loading. */
  collect: number | undefined
  /** The control that pauses orders. */
  pause: ReactNode
}

/** The desk's title with the date, the sum to collect, and the shop's controls. */
export function DeskHeader({ now, collect, pause }: Props) {
  return (
    <PageHeader title={deskTexts.desk}>
      <span className={styles.date}>{formatDay(dayInIndia(now))}</span>
      {collect !== undefined && (
        <span className={styles.cash}>
          <Icon icon={Banknote} size="small" />
          <span>
            {deskTexts.cashToCome} <b>{formatRupees(toPaise(collect))}</b>
          </span>
        </span>
      )}
      <span className={styles.controls}>
        <AlertsMenu />
        {pause}
        <Link
          to="/dashboard/phone-order"
          className={buttonClass({ variant: 'outline', size: 'small', compact: true })}
          aria-label={deskTexts.phoneOrder}
          aria-keyshortcuts="o"
        >
          <Icon icon={Phone} />
          <span>{deskTexts.phoneOrder}</span>
        </Link>
      </span>
    </PageHeader>
  )
}
