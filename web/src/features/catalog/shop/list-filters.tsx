import { useNavigate } from '@tanstack/react-router'
import { ArrowDownUp, Check, X } from 'lucide-react'
import { formatRupees } from '@/lib/money'
import { Chip, ChipSelect } from '@/ui/chip'
import { SORTS, type Sort } from '../api'
import type { ListingSearch } from '../listing-search'
import { texts } from '../texts'
import styles from './chip-list.module.css'

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
    void navigate({
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
    <div className={styles.chips} role="group" aria-label={texts.filters}>
      <ChipSelect
        icon={ArrowDownUp}
        accessibleName={texts.sort}
        label={`${texts.sort}: ${labels[sort]}`}
        selected={sort !== DEFAULT_SORT}
        value={sort}
        options={SORTS.map((value) => ({ value, label: labels[value] }))}
        onSelect={(value) => apply({ sort: value === DEFAULT_SORT ? undefined : value })}
      />
      <Chip
        icon={search.inStock && Check}
        pressed={search.inStock ?? false}
        onClick={() => apply({ inStock: search.inStock ? undefined : true })}
      >
        {texts.inStock}
      </Chip>
      <ChipSelect
        accessibleName={texts.price}
        label={range === texts.anyPrice ? texts.price : range}
        selected={range !== texts.anyPrice}
        value={range}
        options={[{}, ...PRICE_RANGES].map((option) => ({
          value: rangeLabel(option),
          label: rangeLabel(option),
        }))}
        onSelect={(value) => {
          const { minPrice, maxPrice } = PRICE_RANGES.find((option) => rangeLabel(option) === value) ?? {}
          apply({ minPrice, maxPrice })
        }}
      />
      {(search.inStock || range !== texts.anyPrice) && (
        <Chip
          icon={X}
          onClick={() => apply({ inStock: undefined, minPrice: undefined, maxPrice: undefined })}
        >
          {texts.clearFilters}
        </Chip>
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
