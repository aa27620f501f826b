import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, Info, type LucideIcon, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTitle } from '@/lib/title'
import teapot from '@/pictures/teapot.webp'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { CardsSkeleton } from '@/ui/skeleton'
import { productsQuery, searchAlternativesQuery } from '../api'
import type { ListingSearch } from '../listing-search'
import type { ProductSlots } from '../product-slots'
import { readRecentSearches, saveRecentSearch } from '../recent-searches'
import { texts } from '../texts'
import { ListFilters } from './list-filters'
import { ProductGrid } from './product-grid'
import { ProductRow } from './product-row'

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
    <main className="wrap results" id="content" tabIndex={-1}>
      <div className="results__head">
        <h1 className="h2">{shownQuery ? texts.resultsFor(shownQuery) : texts.allProducts}</h1>
        <p className="muted small" role="status">
          {count === 0 ? texts.noProductsFound : count !== undefined && texts.products(count)}
        </p>
      </div>
      {!q && <SuggestedSearches />}
      <ListFilters search={search} isSearch={q !== ''} />
      {query.isPending && <CardsSkeleton />}
      {query.isError && (
        <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
      )}
      {count === 0 && <NoResults q={shownQuery} similarQueries={nearest} slots={slots} />}
      {!!count && partial && (
        <p className="note note--wait results__note">
          <Info className="ic ic--s" />
          {texts.partialMatches(shownQuery)}
        </p>
      )}
      {!!count && (
        <div onClickCapture={() => saveRecentSearch(q)} aria-busy={query.isPlaceholderData}>
          <ProductGrid query={query} slots={slots} />
        </div>
      )}
    </main>
  )
}

/** The page while the categories load. */
export function SearchPending() {
  return (
    <main className="wrap results">
      <span className="sk sk--h2" />
      <div className="chips" />
      <CardsSkeleton />
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

function QueryChips({ title, icon: Icon, queries }: QueryChipsProps) {
  return (
    <nav aria-label={title}>
      <p className="ideas__title">{title}</p>
      <div className="chips">
        {queries.map((query) => (
          <Link key={query} to="/search" search={{ q: query }} replace className="chip">
            <Icon className="ic ic--s" />
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
