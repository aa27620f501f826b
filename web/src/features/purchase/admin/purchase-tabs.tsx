import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, ListChecks, ReceiptIndianRupee, Truck } from 'lucide-react'
import { chipClass, selectedChipClass } from '@/ui/chip'
import { Icon } from '@/ui/icon'
import { purchasesQuery } from '../api'
import { purchaseTexts } from '../texts'
import styles from './purchases.module.css'

const TABS = [
  { to: '/dashboard/purchases', icon: ReceiptIndianRupee, label: purchaseTexts.bills, count: undefined },
  {
    to: '/dashboard/purchases/expiring',
    icon: CalendarClock,
    label: purchaseTexts.expiring,
    count: 'expiring',
  },
  { to: '/dashboard/purchases/reorder', icon: ListChecks, label: purchaseTexts.reorder, count: 'reorder' },
  { to: '/dashboard/purchases/suppliers', icon: Truck, label: purchaseTexts.suppliers, count: 'suppliers' },
] as const

/** The four pages of what comes in, each with how many need somebody. */
export function PurchaseTabs() {
  const { data } = useQuery(purchasesQuery({}))
  return (
    <nav className={styles.tabs} aria-label={purchaseTexts.purchases}>
      {TABS.map(({ to, icon, label, count }) => (
        <Link
          key={to}
          to={to}
          className={chipClass}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: selectedChipClass }}
        >
          <Icon icon={icon} size="small" />
          {label}
          {count && data && <b>{data.sums.counts[count]}</b>}
        </Link>
      ))}
    </nav>
  )
}
