import { useNavigate } from '@tanstack/react-router'
import { ArrowDownUp, Check, ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRupees } from '@/lib/money'
import { SORTS, type Sort } from '../api'
import type { ListingSearch } from '../listing-search'
import { texts } from '../texts'

type Range = Pick<ListingSearch, 'minPrice' | 'maxPrice'>

const RANGES: Range[] = [
  { maxPrice: 50 },
  { minPrice: 50, maxPrice: 200 },
  { minPrice: 200, maxPrice: 500 },
  { minPrice: 500 },
]

type Props = {
  search: ListingSearch
  /** Whether the list answers words; without them the usual order is what can be bought first. */
  forWords: boolean
}

const USUAL: Sort = 'relevance'

/** Sort and filters as chips; what is chosen stands in the address. */
export function ListFilters({ search, forWords }: Props) {
  const navigate = useNavigate()
  const choose = (change: Partial<ListingSearch>) =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const labels = forWords ? texts.sorts : { ...texts.sorts, [USUAL]: texts.inStockFirst }
  const sort = search.sort ?? USUAL
  const range = nameOf(search)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that nothing shows
    <div className="chips" role="group" aria-label={texts.filters}>
      <ChipSelect
        name={texts.sort}
        icon={<ArrowDownUp className="ic ic--s" />}
        label={`${texts.sort}: ${labels[sort]}`}
        on={sort !== USUAL}
        value={sort}
        options={SORTS.map((value) => ({ value, label: labels[value] }))}
        onChoose={(value) => choose({ sort: value === USUAL ? undefined : value })}
      />
      <button
        type="button"
        className={`chip ${search.inStock ? 'chip--on' : ''}`}
        aria-pressed={search.inStock ?? false}
        onClick={() => choose({ inStock: search.inStock ? undefined : true })}
      >
        {search.inStock && <Check className="ic ic--s" />}
        {texts.inStock}
      </button>
      <ChipSelect
        name={texts.price}
        label={range === texts.anyPrice ? texts.price : range}
        on={range !== texts.anyPrice}
        value={range}
        options={[{}, ...RANGES].map((option) => ({ value: nameOf(option), label: nameOf(option) }))}
        onChoose={(value) => {
          const { minPrice, maxPrice } = RANGES.find((option) => nameOf(option) === value) ?? {}
          choose({ minPrice, maxPrice })
        }}
      />
      {(search.inStock || range !== texts.anyPrice) && (
        <button
          type="button"
          className="chip"
          onClick={() => choose({ inStock: undefined, minPrice: undefined, maxPrice: undefined })}
        >
          <X className="ic ic--s" />
          {texts.clearFilters}
        </button>
      )}
    </div>
  )
}

function nameOf({ minPrice, maxPrice }: Range): string {
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
