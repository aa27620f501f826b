import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { CardsSkeleton, RailSkeleton } from '@/ui/skeleton'
import { categoriesQuery, productsQuery, subCategoriesQuery } from '../api'
import { shelfOf, wholeCategoryLink } from '../links'
import type { ListingSearch } from '../listing-search'
import { texts } from '../texts'
import { Breadcrumb } from './breadcrumb'
import { ListFilters } from './list-filters'
import { ProductGrid } from './product-grid'
import { ShelfRail } from './shelf-rail'

type Props = { categoryId: string; subCategoryId: string; search: ListingSearch }

/** One sub-category's products, or all of the category's under its own id, with the sub-categories beside them. */
export function ListingPage({ categoryId, subCategoryId, search }: Props) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { data: subCategories } = useSuspenseQuery(subCategoriesQuery)
  const { page, ...filters } = search
  const listing = shelfOf(categoryId, subCategoryId)
  const query = useInfiniteQuery({
    ...productsQuery({ ...listing, ...filters }, page),
    // The products before stay while filters change, but not under the name of another shelf.
    placeholderData: (before, beforeQuery) => {
      const { category, subCategory } = beforeQuery?.queryKey[2] ?? {}
      return category === listing.category && subCategory === listing.subCategory ? before : undefined
    },
  })
  const category = categories.find(({ _id }) => _id === categoryId)
  const siblings = subCategories.filter((shelf) => shelf.category._id === categoryId)
  const shelf = listing.subCategory ? siblings.find(({ _id }) => _id === subCategoryId) : category
  useTitle(shelf?.name ?? shell.notFoundTitle)
  if (!category || !shelf) return <InvalidListing />

  const count = query.data?.pages[0]?.totalCount
  const filtered = filters.inStock || filters.minPrice || filters.maxPrice
  return (
    <div className="wrap list">
      <ShelfRail category={category} shelves={siblings} />
      <main className="list__main" id="content" tabIndex={-1}>
        <Breadcrumb here={shelf.name}>
          {listing.subCategory && <Link {...wholeCategoryLink(category)}>{category.name}</Link>}
        </Breadcrumb>
        <h1>{shelf.name}</h1>
        <p className="muted small" role="status">
          {count === undefined ? shell.loading : texts.products(count)}
        </p>
        <ListFilters search={search} forWords={false} />
        {query.isPending && <CardsSkeleton />}
        {query.isError && (
          <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
        )}
        {count === 0 && (
          <EmptyState
            sign={filtered ? PackageOpen : basket}
            aisle={4}
            title={texts.noProductsFound}
            hint={filtered ? texts.nothingLeft : texts.nothingOnShelf}
          />
        )}
        {!!count && <ProductGrid query={query} />}
      </main>
    </div>
  )
}

/** What stands here while the shelves themselves are unknown. */
export function ListingPending() {
  return (
    <div className="wrap list">
      <div className="list__rail" aria-hidden="true">
        <div className="rail">
          <RailSkeleton />
        </div>
      </div>
      <main className="list__main">
        <span className="sk sk--h2" />
        <div className="chips" />
        <CardsSkeleton />
      </main>
    </div>
  )
}

/** An address whose category or sub-category the shop does not have. */
export function InvalidListing() {
  useTitle(shell.notFoundTitle)
  return (
    <main className="wrap" id="content" tabIndex={-1}>
      <EmptyState
        sign={basket}
        aisle={4}
        level={1}
        title={texts.invalidListing}
        hint={texts.invalidListingHint}
      >
        <Link to="/" className="btn btn--main">
          {shell.goToHome}
        </Link>
      </EmptyState>
    </main>
  )
}
