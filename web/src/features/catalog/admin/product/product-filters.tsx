import { FilterSelect } from '@/ui/filter-select'
import { ADMIN_SORTS, type AdminProductFilter } from './product-filter'
import { texts } from './texts'

type Props = { filter: AdminProductFilter; onChange: (change: AdminProductFilter) => void }

/** Which products the list shows, by what is left of them and whether shoppers see them, and in which order. */
export function ProductFilters({ filter, onChange }: Props) {
  return (
    <>
      <FilterSelect
        name="stock"
        label={texts.filterStock}
        value={filter.stock ?? ''}
        options={{ '': texts.anyStock, low: texts.lowStock, out: texts.outOfStock }}
        onSelect={(level) => onChange({ stock: level === 'out' || level === 'low' ? level : undefined })}
      />
      <FilterSelect
        name="publish"
        label={texts.filterPublish}
        value={filter.publish?.toString() ?? ''}
        options={{ '': texts.anyPublish, true: texts.published, false: texts.notPublished }}
        onSelect={(publish) => onChange({ publish: publish ? publish === 'true' : undefined })}
      />
      <FilterSelect
        name="sort"
        label={texts.sortBy}
        value={filter.sort ?? ''}
        options={{ '': texts.bestOrder, ...texts.sorts }}
        onSelect={(sort) => onChange({ sort: ADMIN_SORTS.find((known) => known === sort) })}
      />
    </>
  )
}
