import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, ListChecks, ReceiptIndianRupee, Truck } from 'lucide-react'
import { chipClass, selectedChipClass } from '@/ui/chip'
import { Icon } from '@/ui/icon'
import { purchasesQuery } from '../api'
import { purchaseTexts } from '../texts'
import styles from './purchases.module.css'

const TABS = [
  { id: 'expiring', icon: CalendarClock },
  { id: 'reorder', icon: ListChecks },
  { id: 'suppliers', icon: Truck },
] as const

const tabProps = {
  className: chipClass,
  activeOptions: { exact: true, includeSearch: false },
  activeProps: { className: selectedChipClass },
}

/** The tabs of the purchase pages, each with the number of entries that need attention. */
export function PurchaseTabs() {
  const { data } = useQuery(purchasesQuery({}))
  return (
    <nav className={styles.tabs} aria-label={purchaseTexts.purchases}>
      <Link to="/dashboard/purchases" {...tabProps}>
        <Icon icon={ReceiptIndianRupee} size="small" />
        {purchaseTexts.bills}
      </Link>
      {TABS.map(({ id, icon }) => (
        <Link key={id} to="/dashboard/purchases/$id" params={{ id }} {...tabProps}>
          <Icon icon={icon} size="small" />
          {purchaseTexts[id]}
          {data && <b>{data.sums.counts[id]}</b>}
        </Link>
      ))}
    </nav>
  )
}
