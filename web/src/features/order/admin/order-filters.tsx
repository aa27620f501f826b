import { useNavigate } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { formatTotal } from '@/lib/total'
import { Chip } from '@/ui/chip'
import { SearchField } from '@/ui/search-field'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { DeliveryStatus, OrderFilter } from '../api'
import { deliveryStatusStyle } from '../delivery-status'
import { DELIVERY_STATUSES } from '../order-statuses'
import { texts } from '../texts'
import styles from './order-filters.module.css'

type Props = {
  filter: OrderFilter
  /** The number of matching orders with a line of each status. */
  counts?: Partial<Record<DeliveryStatus, number>>
  all?: number
}

/** The search field and the filter chips with the number of orders per status. */
export function OrderFilters({ filter: { status, waits, q = '' }, counts, all }: Props) {
  const navigate = useNavigate({ from: '/dashboard/orders' })
  const filterBy = (change: Partial<OrderFilter>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true })
  const showAll = () => filterBy({ status: undefined, waits: undefined })
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          query={q}
          onSearch={(query) => filterBy({ q: query || undefined })}
        />
      </div>
      <fieldset className={styles.statuses}>
        <legend>
          <VisuallyHidden>{texts.byStatus}</VisuallyHidden>
        </legend>
        <Chip pressed={!status && !waits} onClick={showAll}>
          {nameWithCount(texts.all, waits ? undefined : all)}
        </Chip>
        {waits ? (
          <Chip icon={Hourglass} pressed onClick={showAll}>
            {nameWithCount(texts.waits[waits], all)}
          </Chip>
        ) : (
          DELIVERY_STATUSES.map((choice) => (
            <Chip
              key={choice}
              icon={deliveryStatusStyle(choice).icon}
              pressed={choice === status}
              onClick={() => filterBy({ status: choice })}
            >
              {nameWithCount(texts.delivery[choice], counts?.[choice])}
            </Chip>
          ))
        )}
      </fieldset>
    </>
  )
}

/** Returns a filter's name with its number of orders, if known. */
const nameWithCount = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} ${formatTotal(count)}`
