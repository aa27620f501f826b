import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, ListChecks, ReceiptIndianRupee, Truck } from 'lucide-react'
import { useEffect, useRef } from 'react'
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
  const counts = data?.sums.counts
  const nav = useRef<HTMLElement>(null)
  // On a phone the selected tab may be outside the row, and the counts move it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the width of the counts
  useEffect(() => {
    const selected = nav.current?.querySelector('[aria-current]')
    selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [counts])
  return (
    <nav ref={nav} className={styles.tabs} aria-label={purchaseTexts.purchases}>
      <Link to="/dashboard/purchases" {...tabProps}>
        <Icon icon={ReceiptIndianRupee} size="small" />
        {purchaseTexts.bills}
      </Link>
      {TABS.map(({ id, icon }) => (
        <Link key={id} to="/dashboard/purchases/$id" params={{ id }} {...tabProps}>
          <Icon icon={icon} size="small" />
          {purchaseTexts[id]}
          {counts && <b>{counts[id]}</b>}
        </Link>
      ))}
    </nav>
  )
}
