import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, ListChecks, ReceiptIndianRupee, Truck } from 'lucide-react'
import { chipClass, selectedChipClass } from '@/ui/chip'
import { Icon } from '@/ui/icon'
import { purchasesQuery } from '../api'
import { purchaseTexts } from '../texts'
import styles from './purchases.module.css'

const TABS = [
  { tab: undefined, icon: ReceiptIndianRupee, label: purchaseTexts.bills },
  { tab: 'expiring', icon: CalendarClock, label: purchaseTexts.expiring },
  { tab: 'reorder', icon: ListChecks, label: purchaseTexts.reorder },
  { tab: 'suppliers', icon: Truck, label: purchaseTexts.suppliers },
] as const

/** The four pages of what comes in, each with how many need somebody. */
export function PurchaseTabs() {
  const { data } = useQuery(purchasesQuery({}))
  return (
    <nav className={styles.tabs} aria-label={purchaseTexts.purchases}>
      {TABS.map(({ tab, icon, label }) => (
        <Link
          key={label}
          {...(tab ? { to: '/dashboard/purchases/$id', params: { id: tab } } : { to: '/dashboard/purchases' })}
          className={chipClass}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: selectedChipClass }}
        >
          <Icon icon={icon} size="small" />
          {label}
          {tab && data && <b>{data.sums.counts[tab]}</b>}
        </Link>
      ))}
    </nav>
  )
}
