import { useNavigate } from '@tanstack/react-router'
import { Hourglass, type LucideIcon, Search } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { DELIVERY_STATUSES, type DeliveryStatus, type OrderFilter } from '../api'
import { deliveryStatusStyle } from '../delivery-status'
import { texts } from '../texts'

type Counts = Partial<Record<DeliveryStatus, number>>

/** The search, and the filter chips with how many orders each status has. */
export function OrderFilters({
  filter: { status, waits, q = '' },
  counts,
}: {
  filter: OrderFilter
  counts?: Counts
}) {
  const navigate = useNavigate({ from: '/dashboard/orders' })
  const [text, setText] = useState(q)
  const filterBy = (change: Partial<OrderFilter>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true })
  const showAll = () => filterBy({ status: undefined, waits: undefined })
  const all = counts && DELIVERY_STATUSES.reduce((sum, choice) => sum + (counts[choice] ?? 0), 0)
  const search = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value)
    filterBy({ q: target.value.trim() || undefined })
  }
  return (
    <>
      <div className="tools">
        <label className="find">
          <Search className="ic" />
          <span className="vh">{texts.search}</span>
          <input
            type="search"
            name="q"
            className="find__input"
            placeholder={texts.searchHint}
            value={text}
            onChange={search}
          />
        </label>
      </div>
      <fieldset className="chips">
        <legend className="vh">{texts.byStatus}</legend>
        <Chip
          label={texts.all}
          count={waits ? undefined : all}
          selected={!status && !waits}
          onPress={showAll}
        />
        {waits ? (
          <Chip label={texts.waits[waits]} count={all} icon={Hourglass} selected onPress={showAll} />
        ) : (
          DELIVERY_STATUSES.map((choice) => (
            <Chip
              key={choice}
              label={texts.delivery[choice]}
              count={counts?.[choice]}
              icon={deliveryStatusStyle(choice).icon}
              selected={choice === status}
              onPress={() => filterBy({ status: choice })}
            />
          ))
        )}
      </fieldset>
    </>
  )
}

type ChipProps = { label: string; count?: number; icon?: LucideIcon; selected: boolean; onPress: () => void }

function Chip({ label, count, icon: Icon, selected, onPress }: ChipProps) {
  return (
    <button
      type="button"
      className={`chip ${selected ? 'chip--on' : ''}`}
      aria-pressed={selected}
      onClick={onPress}
    >
      {Icon && <Icon className="ic ic--s" />}
      {texts.counted(label, count)}
    </button>
  )
}
