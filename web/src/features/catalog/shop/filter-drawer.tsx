import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { UNIT_WORDS, unitIn } from '@/lib/units'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FiltersDrawer } from '@/ui/filters-drawer'
import { LoadingFailed } from '@/ui/loading-failed'
import { LoadingStatus } from '@/ui/skeleton'
import { textStyles } from '@/ui/text-styles'
import type { Listing } from '../api'
import { type Facets, facetsQuery } from '../facets-api'
import { FACETS, type Facet, isFiltered, type ListingSearch, NO_FILTERS } from '../listing-search'
import { listingTexts } from '../listing-texts'
import { texts } from '../texts'
import styles from './filter-drawer.module.css'
import { rangeLabel } from './price-ranges'

type Change = (change: Partial<ListingSearch>) => void

type Props = {
  open: boolean
  onClose: () => void
  search: ListingSearch
  listing: Listing
  onChange: Change
}

const VALUES_OF = {
  brand: 'brands',
  type: 'types',
  size: 'sizes',
  origin: 'origins',
} as const satisfies Record<Facet, keyof Facets>

/** The facets of a list, each value with its number of products. Changes apply to the list immediately. */
export default function FilterDrawer({ open, onClose, search, listing, onChange }: Props) {
  const { sort: _, ...filters } = listing
  const query = useQuery({ ...facetsQuery(filters), placeholderData: keepPreviousData })
  const facets = query.data?.facets
  return (
    <FiltersDrawer
      open={open}
      onClose={onClose}
      title={listingTexts.moreFilters}
      clear={
        isFiltered(search)
          ? { label: listingTexts.clearFilters, onPress: () => onChange(NO_FILTERS) }
          : undefined
      }
      showLabel={listingTexts.showProducts(query.data?.totalCount ?? 0)}
    >
      {query.isPending && <LoadingStatus />}
      {query.isError && (
        <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
      )}
      {facets &&
        FACETS.map((facet) => (
          <Values
            key={facet}
            title={listingTexts.facets[facet]}
            values={facets[VALUES_OF[facet]]}
            chosen={search[facet] ?? []}
            onChange={(values) => onChange({ [facet]: values.length > 0 ? values : undefined })}
          />
        ))}
      {facets && <Discounts facets={facets} search={search} onChange={onChange} />}
      {facets && <Prices facets={facets} search={search} onChange={onChange} />}
    </FiltersDrawer>
  )
}

// The number of values shown before the list is expanded.
const INITIAL_VALUES = 8

type ValuesProps = {
  title: string
  values: Facets['brands']
  chosen: string[]
  onChange: (values: string[]) => void
}

function Values({ title, values, chosen, onChange }: ValuesProps) {
  const [unfolded, setUnfolded] = useState(false)
  if (values.length < 2 && chosen.length === 0) return null
  const shown = unfolded
    ? values
    : values.filter(({ value }, index) => index < INITIAL_VALUES || chosen.includes(value))
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {shown.map(({ value, count }) => (
        <Option
          key={value}
          type="checkbox"
          label={
            import.meta.env.LANGUAGE !== 'en' && title === listingTexts.facets.size
              ? unitIn(UNIT_WORDS, value)
              : value
          }
          count={count}
          checked={chosen.includes(value)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, value] : chosen.filter((entry) => entry !== value))
          }
        />
      ))}
      {shown.length < values.length && (
        <Button variant="quiet" size="small" onClick={() => setUnfolded(true)}>
          {listingTexts.moreOf(title)}
        </Button>
      )}
    </fieldset>
  )
}

type GroupProps = { facets: Facets; search: ListingSearch; onChange: Change }

function Discounts({ facets, search, onChange }: GroupProps) {
  const name = useId()
  const offered = facets.discounts.filter(({ percent, count }) => count > 0 || percent === search.minDiscount)
  if (offered.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{listingTexts.discount}</legend>
      <Option
        type="radio"
        name={name}
        label={listingTexts.anyDiscount}
        checked={search.minDiscount === undefined}
        onChange={() => onChange({ minDiscount: undefined })}
      />
      {offered.map(({ percent, count }) => (
        <Option
          key={percent}
          type="radio"
          name={name}
          label={listingTexts.discountFrom(percent)}
          count={count}
          checked={search.minDiscount === percent}
          onChange={() => onChange({ minDiscount: percent })}
        />
      ))}
    </fieldset>
  )
}

function Prices({ facets, search, onChange }: GroupProps) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{listingTexts.price}</legend>
      {[undefined, ...facets.prices].map((range) => {
        const { minPrice, maxPrice } = range ?? {}
        return (
          <Option
            key={rangeLabel({ minPrice, maxPrice })}
            type="radio"
            name={name}
            label={rangeLabel({ minPrice, maxPrice })}
            count={range?.count}
            checked={search.minPrice === minPrice && search.maxPrice === maxPrice}
            onChange={() => onChange({ minPrice, maxPrice })}
          />
        )
      })}
    </fieldset>
  )
}

type OptionProps = {
  type: 'checkbox' | 'radio'
  name?: string
  label: string
  count?: number
  checked: boolean
  onChange: (checked: boolean) => void
}

function Option({ type, name, label, count, checked, onChange }: OptionProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the component inside
    <label className={styles.option}>
      {type === 'checkbox' ? (
        <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)} />
      ) : (
        <input
          type="radio"
          name={name}
          className={styles.radio}
          checked={checked}
          onChange={() => onChange(true)}
        />
      )}
      <span className={styles.value}>{label}</span>
      {count !== undefined && <span className={textStyles.hint}>{count}</span>}
    </label>
  )
}
