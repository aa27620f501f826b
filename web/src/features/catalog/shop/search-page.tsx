import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, Info, type LucideIcon, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { useTitle } from '@/lib/title'
import teapot from '@/pictures/teapot.webp'
import { Alert } from '@/ui/alert'
import { chipClass } from '@/ui/chip'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { LoadingFailed } from '@/ui/loading-failed'
import { containerClass, Page } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import { productsQuery, searchAlternativesQuery } from '../api'
import type { ListingSearch } from '../listing-search'
import type { ProductSlots } from '../product-slots'
import { readRecentSearches, saveRecentSearch } from '../recent-searches'
import { texts } from '../texts'
import chipListStyles from './chip-list.module.css'
import { ListFilters } from './list-filters'
import { ProductGrid } from './product-grid'
import { ProductRow } from './product-row'
import styles from './search-page.module.css'
import { ProductGridSkeleton } from './skeletons'

type Props = { q: string; search: ListingSearch; slots: ProductSlots }

/** The results of a search. The previous ones stay until the new ones have loaded. */
export function SearchPage({ q, search, slots }: Props) {
  const { page, ...filters } = search
  const query = useInfiniteQuery({
    ...productsQuery({ q: q || undefined, ...filters }, page),
    placeholderData: keepPreviousData,
  })
  // The heading and the count are those of the products shown, which may be the previous search's.
  const { q: shownQuery = q, totalCount: count, partial, nearest = [] } = query.data?.pages[0] ?? {}
  useTitle(texts.search)
  return (
    <Page className={styles.page}>
      <div className={styles.head}>
        <h1>{shownQuery ? texts.resultsFor(shownQuery) : texts.allProducts}</h1>
        <p className={styles.count} role="status">
          {count === 0 ? texts.noProductsFound : count !== undefined && texts.products(count)}
        </p>
      </div>
      {!q && <SuggestedSearches />}
      <ListFilters search={search} isSearch={q !== ''} />
      {query.isPending && <ProductGridSkeleton />}
      {query.isError && (
        <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
      )}
      {count === 0 && <NoResults q={shownQuery} similarQueries={nearest} slots={slots} />}
      {!!count && partial && (
        <Alert tone="warning" icon={Info} className={styles.partialMatches}>
          {texts.partialMatches(shownQuery)}
        </Alert>
      )}
      {!!count && (
        <div onClickCapture={() => saveRecentSearch(q)} aria-busy={query.isPlaceholderData}>
          <ProductGrid query={query} slots={slots} />
        </div>
      )}
    </Page>
  )
}

/** The page while the categories load. */
export function SearchPending() {
  return (
    <main className={classNames(containerClass, styles.page)}>
      <Skeleton shape="heading" />
      <div className={chipListStyles.chips} />
      <ProductGridSkeleton />
    </main>
  )
}

/** Links to recent and popular searches, for an empty query. */
function SuggestedSearches() {
  const [recent, setRecent] = useState<string[]>([])
  // Storage is not read while rendering: the page may be rendered without a browser.
  useEffect(() => setRecent(readRecentSearches()), [])
  return (
    <>
      {recent.length > 0 && <QueryChips title={texts.recentSearches} icon={History} queries={recent} />}
      <QueryChips title={texts.popularSearches} icon={Search} queries={texts.popularQueries} />
    </>
  )
}

type QueryChipsProps = { title: string; icon: LucideIcon; queries: readonly string[] }

function QueryChips({ title, icon, queries }: QueryChipsProps) {
  return (
    <nav aria-label={title}>
      <p className={styles.chipsTitle}>{title}</p>
      <div className={chipListStyles.chips}>
        {queries.map((query) => (
          <Link key={query} to="/search" search={{ q: query }} replace className={chipClass}>
            <Icon icon={icon} size="small" />
            {query}
          </Link>
        ))}
      </div>
    </nav>
  )
}

type NoResultsProps = { q: string; similarQueries: string[]; slots: ProductSlots }

function NoResults({ q, similarQueries, slots }: NoResultsProps) {
  const { data: alternatives } = useQuery(searchAlternativesQuery(q))
  return (
    <>
      <EmptyState
        icon={teapot}
        tone="mint"
        title={texts.noProductsFound}
        description={q ? texts.noneNamed(q) : texts.noneMatchFilters}
      />
      {similarQueries.length > 0 && (
        <QueryChips title={texts.didYouMean} icon={Search} queries={similarQueries} />
      )}
      {alternatives && alternatives.products.length > 0 && (
        <ProductRow
          title={alternatives.matchesPrefix ? texts.similarNames : texts.biggestSavings}
          products={alternatives.products}
          slots={slots}
        />
      )}
    </>
  )
}
