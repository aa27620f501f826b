import { useNavigate } from '@tanstack/react-router'
import { ArrowDownUp, Check, ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRupees } from '@/lib/money'
import { SORTS, type Sort } from '../api'
import type { ListingSearch } from '../listing-search'
import { texts } from '../texts'

type PriceRange = Pick<ListingSearch, 'minPrice' | 'maxPrice'>

const PRICE_RANGES: PriceRange[] = [
  { maxPrice: 50 },
  { minPrice: 50, maxPrice: 200 },
  { minPrice: 200, maxPrice: 500 },
  { minPrice: 500 },
]

type Props = {
  search: ListingSearch
  /** Whether the list is a search's; the default sort of any other has what is in stock first. */
  isSearch: boolean
}

const DEFAULT_SORT: Sort = 'relevance'

/** Sort and filters as chips; they are kept in the URL's search parameters. */
export function ListFilters({ search, isSearch }: Props) {
  const navigate = useNavigate()
  const apply = (change: Partial<ListingSearch>) =>
    navigate({
      to: '.',
      search: (previous) => ({ ...previous, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const labels = isSearch ? texts.sorts : { ...texts.sorts, [DEFAULT_SORT]: texts.inStockFirst }
  const sort = search.sort ?? DEFAULT_SORT
  const range = rangeLabel(search)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that nothing shows
    <div className="chips" role="group" aria-label={texts.filters}>
      <ChipSelect
        name={texts.sort}
        icon={<ArrowDownUp className="ic ic--s" />}
        label={`${texts.sort}: ${labels[sort]}`}
        on={sort !== DEFAULT_SORT}
        value={sort}
        options={SORTS.map((value) => ({ value, label: labels[value] }))}
        onChoose={(value) => apply({ sort: value === DEFAULT_SORT ? undefined : value })}
      />
      <button
        type="button"
        className={`chip ${search.inStock ? 'chip--on' : ''}`}
        aria-pressed={search.inStock ?? false}
        onClick={() => apply({ inStock: search.inStock ? undefined : true })}
      >
        {search.inStock && <Check className="ic ic--s" />}
        {texts.inStock}
      </button>
      <ChipSelect
        name={texts.price}
        label={range === texts.anyPrice ? texts.price : range}
        on={range !== texts.anyPrice}
        value={range}
        options={[{}, ...PRICE_RANGES].map((option) => ({
          value: rangeLabel(option),
          label: rangeLabel(option),
        }))}
        onChoose={(value) => {
          const { minPrice, maxPrice } = PRICE_RANGES.find((option) => rangeLabel(option) === value) ?? {}
          apply({ minPrice, maxPrice })
        }}
      />
      {(search.inStock || range !== texts.anyPrice) && (
        <button
          type="button"
          className="chip"
          onClick={() => apply({ inStock: undefined, minPrice: undefined, maxPrice: undefined })}
        >
          <X className="ic ic--s" />
          {texts.clearFilters}
        </button>
      )}
    </div>
  )
}

function rangeLabel({ minPrice, maxPrice }: PriceRange): string {
  const [low, high] = [formatRupees((minPrice ?? 0) * 100), formatRupees((maxPrice ?? 0) * 100)]
  if (minPrice && maxPrice) return texts.between(low, high)
  if (minPrice) return texts.over(low)
  return maxPrice ? texts.under(high) : texts.anyPrice
}

type ChipSelectProps<Value extends string> = {
  icon?: ReactNode
  /** What is chosen among, read out and shown before a choice is made. */
  name: string
  label: string
  on: boolean
  value: Value
  options: { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** A chip over a native select: the phone's own list, the keyboard's own keys. */
function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { icon, name, label, on, value, options, onChoose } = props
  return (
    <span className={`chip chip--select ${on ? 'chip--on' : ''}`}>
      {icon}
      <span aria-hidden="true">{label}</span>
      <ChevronDown className="ic ic--s" />
      <select
        aria-label={name}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChoose(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
