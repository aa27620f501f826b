import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '@/ui/button'
import { FilterSelect } from '@/ui/filter-select'
import { FiltersDrawer } from '@/ui/filters-drawer'
import { categoriesQuery, subCategoriesQuery } from '../../api'
import { ADMIN_SORTS, type AdminProductFilter, LACKS, STOCK_LEVELS, TAX_RATES } from './product-filter'
import styles from './product-filters.module.css'
import { rateText } from './tax-cell'
import { texts } from './texts'

type Props = {
  filter: AdminProductFilter
  onChange: (change: AdminProductFilter) => void
  /** The number of matching products; undefined while loading. */
  count: number | undefined
}

const NO_FILTERS: AdminProductFilter = {
  category: undefined,
  subCategory: undefined,
  stock: undefined,
  without: undefined,
  taxRate: undefined,
  publish: undefined,
}

/** The filters and the sort order of the list. On a phone they are in a drawer. */
export function ProductFilters({ filter, onChange, count }: Props) {
  const [open, setOpen] = useState(false)
  const fields = useFilterFields(filter, onChange)
  const { category, stock, without, taxRate, publish } = filter
  const chosen = [category, stock, without, taxRate, publish].filter((value) => value !== undefined).length
  return (
    <>
      <Button
        className={styles.button}
        variant="outline"
        size="small"
        icon={SlidersHorizontal}
        onClick={() => setOpen(true)}
      >
        {texts.filters(chosen)}
      </Button>
      <div className={styles.inline}>
        {fields.map(({ id, ...field }) => (
          <FilterSelect key={id} {...field} />
        ))}
      </div>
      {stock !== 'ending' && (
        <FilterSelect
          name="sort"
          label={texts.sortBy}
          value={filter.sort ?? ''}
          options={{ '': texts.bestOrder, ...texts.sorts }}
          onSelect={(sort) => onChange({ sort: ADMIN_SORTS.find((known) => known === sort) })}
        />
      )}
      <FiltersDrawer
        open={open}
        onClose={() => setOpen(false)}
        title={texts.filterTitle}
        clear={chosen > 0 ? { label: texts.clearFilters, onPress: () => onChange(NO_FILTERS) } : undefined}
        showLabel={texts.showProducts(count ?? 0)}
      >
        {fields.map(({ id, ...field }) => (
          <div key={id} className={styles.field}>
            <span aria-hidden="true">{field.label}</span>
            <FilterSelect {...field} />
          </div>
        ))}
      </FiltersDrawer>
    </>
  )
}

type FilterField = ComponentProps<typeof FilterSelect> & {
  /** The select's key. It changes when the options load, since a select drops a value without an option. */
  id: string
}

const namesById = (named: { _id: string; name: string }[]) =>
  Object.fromEntries(named.map(({ _id, name }) => [_id, name]))

/** Returns the filters: category and sub-category, stock, missing data, and publication. */
function useFilterFields(
  filter: AdminProductFilter,
  onChange: (change: AdminProductFilter) => void,
): FilterField[] {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: subCategories = [] } = useQuery(subCategoriesQuery)
  const { category = '', stock = '', taxRate = '' } = filter
  const rates = taxRate && !TAX_RATES.some((rate) => rate === taxRate) ? [...TAX_RATES, taxRate] : TAX_RATES
  const stockFilter: FilterField = {
    id: 'stock',
    name: 'stock',
    label: texts.filterStock,
    value: stock,
    options: {
      '': texts.anyStock,
      some: texts.someStock,
      low: texts.lowStock,
      out: texts.outOfStock,
      ending: texts.endingStock,
    },
    onSelect: (level) => onChange({ stock: STOCK_LEVELS.find((known) => known === level) }),
  }
  // Products that run out are a list of their own, in a fixed order.
  if (stock === 'ending') return [stockFilter]
  const subCategory: FilterField = {
    id: `subCategory-${category}-${subCategories.length}`,
    name: 'subCategory',
    label: texts.filterSubCategory,
    value: filter.subCategory ?? '',
    options: {
      '': texts.anySubCategory,
      ...namesById(subCategories.filter((sub) => sub.category?._id === category)),
    },
    onSelect: (chosen) => onChange({ subCategory: chosen || undefined }),
  }
  return [
    {
      id: `category-${categories.length}`,
      name: 'category',
      label: texts.filterCategory,
      value: category,
      options: { '': texts.anyCategory, ...namesById(categories) },
      onSelect: (chosen) => onChange({ category: chosen || undefined, subCategory: undefined }),
    },
    ...(category ? [subCategory] : []),
    stockFilter,
    {
      id: 'without',
      name: 'without',
      label: texts.filterWithout,
      value: filter.without ?? '',
      options: { '': texts.anyLack, ...texts.lacks },
      onSelect: (lack) => onChange({ without: LACKS.find((known) => known === lack) }),
    },
    {
      id: `taxRate-${rates.length}`,
      name: 'taxRate',
      label: texts.filterRate,
      value: taxRate && `${taxRate}%`,
      options: {
        '': texts.anyRate,
        ...Object.fromEntries(rates.map((rate) => [`${rate}%`, rateText(Number(rate))])),
      },
      onSelect: (rate) => onChange({ taxRate: rate.replace('%', '') || undefined }),
    },
    {
      id: 'publish',
      name: 'publish',
      label: texts.filterPublish,
      value: filter.publish?.toString() ?? '',
      options: { '': texts.anyPublish, true: texts.published, false: texts.notPublished },
      onSelect: (publish) => onChange({ publish: publish ? publish === 'true' : undefined }),
    },
  ]
}
