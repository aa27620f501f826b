import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '@/lib/lazy-with-preload'
import { useTitle } from '@/lib/title'
import { useClientValue } from '@/lib/use-client-value'
import { Alert } from '@/ui/alert'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { productsQuery } from '../api'
import { type ListingSearch, searchListing } from '../listing-search'
import { listingTexts } from '../listing-texts'
import type { ProductSlots } from '../product-slots'
import { saveRecentSearch } from '../recent-searches'
import { texts } from '../texts'
import { ListFilters } from './list-filters'
import { ProductGrid } from './product-grid'
import { focusSearchField } from './search-bar'
import styles from './search-page.module.css'
import { SubCategoryChips, SuggestedSearches, Suggestions } from './search-suggestions'
import { ProductGridSkeleton } from './skeletons'

// Shown below the results, or in place of an empty result. Its chunk may load after the page.
const SearchRest = lazyPart(
  () => import('./search-rest'),
  (module) => module.SearchRest,
)

type Props = { q: string; search: ListingSearch; slots: ProductSlots }

/** The results of a search. The previous ones stay until the new ones have loaded. */
export function SearchPage({ q, search, slots }: Props) {
  const { page, ...filters } = search
  const query = useInfiniteQuery({
    ...productsQuery(searchListing(q, filters), page),
    placeholderData: keepPreviousData,
  })
  // Heading and count belong to the products on screen, which may be those of the previous search.
  const first = query.data?.pages[0]
  const { q: shownQuery = q, totalCount: count, partial, subCategories = [] } = first ?? {}
  // The server does not render lazily loaded parts.
  const isHydrated = useClientValue(() => 'yes', '')
  useTitle(q ? `${q} - ${texts.search}` : texts.search)
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
      {isHydrated && first && (count === 0 || (first.alsoCount && !query.hasNextPage)) && (
        <Suspense>
          <SearchRest first={first} filters={filters} slots={slots} />
        </Suspense>
      )}
    </Page>
  )
}
