import { ChevronDown } from 'lucide-react'
import { ADMIN_SORTS, type AdminProductFilter } from './product-filter'
import { texts } from './texts'

type Props = { filter: AdminProductFilter; onChange: (change: AdminProductFilter) => void }

/** Which products the list shows, by what is left of them and whether shoppers see them, and in which order. */
export function ProductFilters({ filter, onChange }: Props) {
  return (
    <>
      <Choice
        name="stock"
        label={texts.filterStock}
        value={filter.stock ?? ''}
        options={{ '': texts.anyStock, low: texts.lowStock, out: texts.outOfStock }}
        onChoose={(level) => onChange({ stock: level === 'out' || level === 'low' ? level : undefined })}
      />
      <Choice
        name="publish"
        label={texts.filterPublish}
        value={filter.publish?.toString() ?? ''}
        options={{ '': texts.anyPublish, true: texts.published, false: texts.notPublished }}
        onChoose={(publish) => onChange({ publish: publish ? publish === 'true' : undefined })}
      />
      <Choice
        name="sort"
        label={texts.sortBy}
        value={filter.sort ?? ''}
        options={{ '': texts.bestOrder, ...texts.sorts }}
        onChoose={(sort) => onChange({ sort: ADMIN_SORTS.find((known) => known === sort) })}
      />
    </>
  )
}

type ChoiceProps = {
  name: string
  label: string
  value: string
  /** Each value with what it is called. */
  options: Record<string, string>
  onChoose: (value: string) => void
}

function Choice({ name, label, value, options, onChoose }: ChoiceProps) {
  return (
    <span className="select tools__select">
      <select
        name={name}
        className="input"
        aria-label={label}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {Object.entries(options).map(([option, called]) => (
          <option key={option} value={option}>
            {called}
          </option>
        ))}
      </select>
      <ChevronDown className="ic" />
    </span>
  )
}
