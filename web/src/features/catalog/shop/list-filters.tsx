import { useNavigate } from '@tanstack/react-router'
import { ArrowDownUp, Check, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { Chip, ChipSelect } from '@/ui/chip'
import { lazyDialog } from '@/ui/lazy-dialog'
import { defaultSort, type Listing, SORTS } from '../api'
import { FACETS, isFiltered, type ListingSearch, NO_FILTERS } from '../listing-search'
import { listingTexts as texts } from '../listing-texts'
import styles from './chip-list.module.css'
import { PRICE_RANGES, rangeLabel } from './price-ranges'

const FilterDrawer = lazyDialog(() => import('./filter-drawer'))

type Props = {
  search: ListingSearch
  /** The listing with its filters. */
  listing: Listing
}

/** Sort order and filters as chips, stored in the URL's search parameters. */
export function ListFilters({ search, listing }: Props) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const apply = (change: Partial<ListingSearch>) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const usual = defaultSort(listing.q)
  const sort = search.sort ?? usual
  const range = rangeLabel(search)
  const chosen = FACETS.flatMap((facet) => (search[facet] ?? []).map((value) => ({ facet, value })))
  const count = chosen.length + (search.minDiscount ? 1 : 0)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div className={styles.chips} role="group" aria-label={texts.filters}>
      <Chip icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        {count > 0 ? texts.moreFiltersChosen(count) : texts.moreFilters}
      </Chip>
      <ChipSelect
        icon={ArrowDownUp}
        accessibleName={texts.sort}
        label={`${texts.sort}: ${texts.sorts[sort]}`}
        selected={sort !== usual}
        value={sort}
        // Without a query all products are equally relevant.
        options={SORTS.filter((value) => listing.q || value !== 'relevance' || value === sort).map(
          (value) => ({
            value,
            label: texts.sorts[value],
          }),
        )}
        onSelect={(value) => apply({ sort: value === usual ? undefined : value })}
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
      {isFiltered(search) && (
        <Chip icon={X} onClick={() => apply(NO_FILTERS)}>
          {texts.clearFilters}
        </Chip>
      )}
      {open && (
        <FilterDrawer
          open
          onClose={() => setOpen(false)}
          search={search}
          listing={listing}
          onChange={apply}
        />
      )}
    </div>
  )
}
