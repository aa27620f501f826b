import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Info, Search } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '@/lib/lazy-with-preload'
import { useTitle } from '@/lib/title'
import teapot from '@/pictures/teapot.webp'
import { Alert } from '@/ui/alert'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { categoriesQuery, productRowQuery, productsQuery } from '../api'
import { type ListingSearch, searchListing } from '../listing-search'
import { listingTexts } from '../listing-texts'
import type { ProductSlots } from '../product-slots'
import { saveRecentSearch } from '../recent-searches'
import { texts } from '../texts'
import { CategoryTiles } from './category-tiles'
import { ListFilters } from './list-filters'
import { ProductGrid } from './product-grid'
import { ProductRow } from './product-row'
import { focusSearchField } from './search-bar'
import styles from './search-page.module.css'
import { QueryChips, SubCategoryChips, SuggestedSearches, Suggestions } from './search-suggestions'
import { ProductGridSkeleton } from './skeletons'

// Below what a search names: its code may come after the page.
const AlsoFound = lazyPart(
  () => import('./also-found'),
  (module) => module.AlsoFound,
)

const NEAREST_LIMIT = 6

type Props = { q: string; search: ListingSearch; slots: ProductSlots }

/** The results of a search. The previous ones stay until the new ones have loaded. */
export function SearchPage({ q, search, slots }: Props) {
  const { page, ...filters } = search
  const query = useInfiniteQuery({
    ...productsQuery(searchListing(q, filters), page),
    placeholderData: keepPreviousData,
  })
  // The heading and the count are those of the products shown, which may be the previous search's.
  const {
    q: shownQuery = q,
    totalCount: count,
    alsoCount = 0,
    partial,
    nearest = [],
    subCategories = [],
  } = query.data?.pages[0] ?? {}
  useTitle(texts.search)
  return (
    <Page className={styles.page}>
      <div className={styles.head}>
        <h1>{shownQuery ? listingTexts.resultsFor(shownQuery) : listingTexts.allProducts}</h1>
        <p className={styles.count} role="status">
          {count === 0 ? listingTexts.noProductsFound : count !== undefined && listingTexts.products(count)}
        </p>
      </div>
      <Suggestions onLeave={focusSearchField}>
        {q ? (
          <SubCategoryChips q={shownQuery} subCategories={subCategories} filters={filters} />
        ) : (
          <SuggestedSearches />
        )}
      </Suggestions>
      <ListFilters search={search} listing={searchListing(q, filters)} />
      {query.isPending && <ProductGridSkeleton />}
      {query.isError && (
        <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
      )}
      {count === 0 && (
        <NoResults q={shownQuery} similarQueries={nearest} hasOthers={alsoCount > 0} slots={slots} />
      )}
      {!!count && partial && (
        <Alert tone="warning" icon={Info} className={styles.partialMatches}>
          {listingTexts.partialMatches(shownQuery)}
        </Alert>
      )}
      {!!count && (
        <div onClickCapture={() => saveRecentSearch(q)} aria-busy={query.isPlaceholderData}>
          <ProductGrid query={query} slots={slots} />
        </div>
      )}
      {alsoCount > 0 && !query.hasNextPage && (
        <Suspense>
          <AlsoFound listing={searchListing(shownQuery, filters)} count={alsoCount} slots={slots} />
        </Suspense>
      )}
    </Page>
  )
}

type NoResultsProps = {
  q: string
  similarQueries: string[]
  /** Whether products that q does not name stand below. */
  hasOthers: boolean
  slots: ProductSlots
}

/** What to do where a search finds nothing: words of the shop that are spelled like it, else the categories. */
function NoResults({ q, similarQueries, hasOthers, slots }: NoResultsProps) {
  const [nearest] = similarQueries
  const { data: products = [] } = useQuery({
    ...productRowQuery({ q: nearest }, NEAREST_LIMIT),
    enabled: nearest !== undefined,
  })
  const { data: categories = [] } = useQuery(categoriesQuery)
  return (
    <>
      <EmptyState
        icon={teapot}
        tone="mint"
        title={listingTexts.noProductsFound}
        description={q ? listingTexts.noneNamed(q) : listingTexts.noneMatchFilters}
      />
      {nearest && <QueryChips title={listingTexts.didYouMean} icon={Search} queries={similarQueries} />}
      {nearest && products.length > 0 && (
        <ProductRow title={listingTexts.resultsFor(nearest)} products={products} slots={slots} />
      )}
      {!nearest && !hasOthers && (
        <section aria-label={listingTexts.lookInCategories}>
          <h2 className={styles.categories}>{listingTexts.lookInCategories}</h2>
          <CategoryTiles categories={categories} />
        </section>
      )}
    </>
  )
}
