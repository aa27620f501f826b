import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '@/ui/filter-select'
import { categoriesQuery, subCategoriesQuery } from '../../api'
import { ADMIN_SORTS, type AdminProductFilter, LACKS, STOCK_LEVELS } from './product-filter'
import { texts } from './texts'

type Props = { filter: AdminProductFilter; onChange: (change: AdminProductFilter) => void }

/** Which products the list shows: by shelf, what is left of them, what they lack and whether shoppers see them. */
export function ProductFilters({ filter, onChange }: Props) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: subCategories = [] } = useQuery(subCategoriesQuery)
  const { category = '', stock = '' } = filter
  const namesById = (named: { _id: string; name: string }[]) =>
    Object.fromEntries(named.map(({ _id, name }) => [_id, name]))
  const stockFilter = (
    <FilterSelect
      name="stock"
      label={texts.filterStock}
      value={stock}
      options={{
        '': texts.anyStock,
        some: texts.someStock,
        low: texts.lowStock,
        out: texts.outOfStock,
        ending: texts.endingStock,
      }}
      onSelect={(level) => onChange({ stock: STOCK_LEVELS.find((known) => known === level) })}
    />
  )
  // What runs out by its sales is a list of its own, in its own order.
  if (stock === 'ending') return stockFilter
  return (
    <>
      <FilterSelect
        key={`category ${categories.length}`}
        name="category"
        label={texts.filterCategory}
        value={category}
        options={{ '': texts.anyCategory, ...namesById(categories) }}
        onSelect={(chosen) => onChange({ category: chosen || undefined, subCategory: undefined })}
      />
      {category && (
        <FilterSelect
          key={`subCategory ${category} ${subCategories.length}`}
          name="subCategory"
          label={texts.filterSubCategory}
          value={filter.subCategory ?? ''}
          options={{
            '': texts.anySubCategory,
            ...namesById(subCategories.filter((sub) => sub.category?._id === category)),
          }}
          onSelect={(chosen) => onChange({ subCategory: chosen || undefined })}
        />
      )}
      {stockFilter}
      <FilterSelect
        name="without"
        label={texts.filterWithout}
        value={filter.without ?? ''}
        options={{ '': texts.anyLack, ...texts.lacks }}
        onSelect={(lack) => onChange({ without: LACKS.find((known) => known === lack) })}
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
