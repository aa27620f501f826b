import type { RefObject } from 'react'
import { classNames } from '@/lib/class-names'
import { FilterSelect } from '@/ui/filter-select'
import { SearchField } from '@/ui/search-field'
import { deskTexts } from '../desk-texts'
import type { Order } from '../orders-api'
import { useRiderNames } from '../riders'
import styles from './desk-filters.module.css'
import { type DeskSearch, deskSearch } from './desk-search'

type Props = {
  search: DeskSearch
  orders: Order[]
  searchRef: RefObject<HTMLInputElement | null>
  /** Whether a phone shows the filters even if none is set. */
  unfolded: boolean
  onChange: (change: DeskSearch) => void
}

/** The search field and the filters by day, area, rider and payment. */
export function DeskFilters({ search, orders, searchRef, unfolded, onChange }: Props) {
  const { q = '', day = '', area = '', rider = '', payment = '' } = search
  const areas = areaChoices(orders, area)
  const riders = useRiderNames(rider, ...orders.map((order) => order.rider ?? ''))
  const select = (name: 'day' | 'area' | 'rider' | 'payment') => (value: string) =>
    onChange({ [name]: deskSearch({ [name]: value })[name] })
  return (
    <div
      className={classNames(
        styles.filters,
        !unfolded && !q && !day && !area && !rider && !payment && styles.folded,
      )}
    >
      <SearchField
        label={deskTexts.search}
        placeholder={deskTexts.searchHint}
        query={q}
        onSearch={(query) => onChange({ q: query || undefined })}
        inputRef={searchRef}
        className={styles.search}
      />
      <FilterSelect
        name="day"
        label={deskTexts.day}
        value={day}
        options={deskTexts.dayChoices}
        onSelect={select('day')}
      />
      <FilterSelect
        name="area"
        label={deskTexts.area}
        value={Object.keys(areas).find((label) => area && label.trim().endsWith(area)) ?? ''}
        options={areas}
        onSelect={(label) => select('area')(label.trim().slice(-6))}
      />
      {riders.length > 0 && (
        <FilterSelect
          name="rider"
          label={deskTexts.takenOutBy}
          value={rider}
          options={{ '': deskTexts.allRiders, ...Object.fromEntries(riders.map((name) => [name, name])) }}
          onSelect={select('rider')}
        />
      )}
      <FilterSelect
        name="payment"
        label={deskTexts.payment}
        value={payment}
        options={deskTexts.payments}
        onSelect={select('payment')}
      />
    </div>
  )
}

/**
 * Returns the labels of the area filter: the areas of the listed orders and the selected one, such as "Pune 411001".
 * The keys end with a space: JavaScript sorts integer keys before '' (all).
 */
function areaChoices(orders: Order[], chosen: string): Record<string, string> {
  const labels = new Set(orders.map(({ delivery_address: { pincode, city } }) => `${city} ${pincode}`).sort())
  if (chosen && ![...labels].some((label) => label.endsWith(chosen))) labels.add(chosen)
  return { '': deskTexts.allAreas, ...Object.fromEntries([...labels].map((label) => [`${label} `, label])) }
}
