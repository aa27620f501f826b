import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { textStyles } from '@/ui/text-styles'
import { categoriesQuery, productsQuery, subCategoriesQuery } from '../api'
import { listingScope, wholeCategory } from '../links'
import { isFiltered, type ListingSearch } from '../listing-search'
import { listingTexts } from '../listing-texts'
import type { ProductSlots } from '../product-slots'
import { texts } from '../texts'
import { Breadcrumb } from './breadcrumb'
import { ListFilters } from './list-filters'
import { ListingLink } from './listing-link'
import styles from './listing-page.module.css'
import { ProductGrid } from './product-grid'
import { ProductGridSkeleton } from './skeletons'
import { SubCategoryNav } from './sub-category-nav'

type Props = { categoryId: string; subCategoryId: string; search: ListingSearch; slots: ProductSlots }

/** The products of a sub-category, or of a whole category if both ids are the same, with links to its other sub-categories. */
export function ListingPage({ categoryId, subCategoryId, search, slots }: Props) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { data: subCategories } = useSuspenseQuery(subCategoriesQuery)
  const { page, ...filters } = search
  const scope = listingScope(categoryId, subCategoryId)
  const query = useInfiniteQuery({
    ...productsQuery({ ...filters, ...scope }, page),
    // Keep the previous products while filters change, but not those of another category.
    placeholderData: (previous, previousQuery) => {
      const { category, subCategory } = previousQuery?.queryKey[2] ?? {}
      return category === scope.category && subCategory === scope.subCategory ? previous : undefined
    },
  })
  const category = categories.find(({ _id }) => _id === categoryId)
  const siblings = subCategories.filter((subCategory) => subCategory.category._id === categoryId)
  const current = scope.subCategory ? siblings.find(({ _id }) => _id === subCategoryId) : category
  useTitle(current?.name ?? sharedTexts.notFoundTitle)
  if (!category || !current) return <InvalidListing />

  const count = query.data?.pages[0]?.totalCount
  const filtered = isFiltered(filters)
  return (
    <div className={styles.layout}>
      <SubCategoryNav category={category} subCategories={siblings} />
      <main className={styles.main} id="content" tabIndex={-1}>
        <Breadcrumb current={current.name}>
          {scope.subCategory && (
            <ListingLink category={category} subCategory={wholeCategory(category)}>
              {category.name}
            </ListingLink>
          )}
        </Breadcrumb>
        <h1>{current.name}</h1>
        <p className={textStyles.detail} role="status">
          {count === undefined ? sharedTexts.loading : listingTexts.products(count)}
        </p>
        <ListFilters search={search} listing={{ ...filters, ...scope }} />
        {query.isPending && <ProductGridSkeleton />}
        {query.isError && (
          <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
        )}
        {count === 0 && (
          <EmptyState
            icon={filtered ? PackageOpen : basket}
            tone="turmeric"
            title={listingTexts.noProductsFound}
            description={filtered ? listingTexts.noneMatchFilters : listingTexts.emptySubCategory}
          />
        )}
        {!!count && <ProductGrid query={query} slots={slots} />}
      </main>
    </div>
  )
}

/** The page of a URL whose category or sub-category does not exist. */
export function InvalidListing() {
  useTitle(sharedTexts.notFoundTitle)
  return (
    <Page>
      <EmptyState
        icon={basket}
        tone="turmeric"
        level={1}
        title={listingTexts.invalidListing}
        description={listingTexts.invalidListingDescription}
      >
        <Link to="/" className={buttonClass()}>
          {sharedTexts.goToHome}
        </Link>
      </EmptyState>
    </Page>
  )
}
