import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, Info, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTitle } from '@/lib/title'
import teapot from '@/pictures/teapot.webp'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { CardsSkeleton } from '@/ui/skeleton'
import { nearestQuery, productsQuery } from '../api'
import type { ListingSearch } from '../listing-search'
import { recentSearches, rememberSearch } from '../recent-searches'
import { texts } from '../texts'
import { ListFilters } from './list-filters'
import { ProductGrid } from './product-grid'
import { ProductRow } from './product-row'

type Props = { q: string; search: ListingSearch }

/** What a search finds. The results before stay until the new ones are there. */
export function SearchPage({ q, search }: Props) {
  const { page, ...filters } = search
  const query = useInfiniteQuery({
    ...productsQuery({ q: q || undefined, ...filters }, page),
    placeholderData: keepPreviousData,
  })
  // Heading and count belong to the products that are shown, not to what is still being asked for.
  const { q: shown = q, totalCount: count, partial, nearest = [] } = query.data?.pages[0] ?? {}
  useTitle(texts.search)
  return (
    <main className="wrap results" id="content" tabIndex={-1}>
      <div className="results__head">
        <h1 className="h2">{shown ? texts.resultsFor(shown) : texts.everything}</h1>
        <p className="muted small" role="status">
          {count === 0 ? texts.noProductsFound : count !== undefined && texts.products(count)}
        </p>
      </div>
      {!q && <SearchIdeas />}
      <ListFilters search={search} forWords={q !== ''} />
      {query.isPending && <CardsSkeleton />}
      {query.isError && (
        <LoadingFailed reason={query.error} title={texts.failedToLoad} retry={query.refetch} />
      )}
      {count === 0 && <NothingFound q={shown} words={nearest} />}
      {!!count && partial && (
        <p className="note note--wait results__note">
          <Info className="ic ic--s" />
          {texts.noneHasAll(shown)}
        </p>
      )}
      {!!count && (
        <div onClickCapture={() => rememberSearch(q)} aria-busy={query.isPlaceholderData}>
          <ProductGrid query={query} />
        </div>
      )}
    </main>
  )
}

/** What stands here while the categories are unknown. */
export function SearchPending() {
  return (
    <main className="wrap results">
      <span className="sk sk--h2" />
      <div className="chips" />
      <CardsSkeleton />
    </main>
  )
}

/** Before anything is typed: what was searched for lately, and what people ask for. */
function SearchIdeas() {
  const [recent, setRecent] = useState<string[]>([])
  // Read after the first paint: the server that renders this page does not know.
  useEffect(() => setRecent(recentSearches()), [])
  return (
    <>
      {recent.length > 0 && <Ideas title={texts.recentSearches} icon={History} words={recent} />}
      <Ideas title={texts.popularSearches} icon={Search} words={texts.hintWords} />
    </>
  )
}

function Ideas({
  title,
  icon: Icon,
  words,
}: {
  title: string
  icon: typeof Search
  words: readonly string[]
}) {
  return (
    <nav aria-label={title}>
      <p className="ideas__title">{title}</p>
      <div className="chips">
        {words.map((word) => (
          <Link key={word} to="/search" search={{ q: word }} replace className="chip">
            <Icon className="ic ic--s" />
            {word}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function NothingFound({ q, words }: { q: string; words: string[] }) {
  const { data: nearest } = useQuery(nearestQuery(q))
  return (
    <>
      <EmptyState
        sign={teapot}
        aisle={7}
        title={texts.noProductsFound}
        hint={q ? texts.nothingCalled(q) : texts.nothingLeft}
      />
      {words.length > 0 && <Ideas title={texts.didYouMean} icon={Search} words={words} />}
      {nearest && nearest.products.length > 0 && (
        <ProductRow title={nearest.alike ? texts.nearest : texts.savings} products={nearest.products} />
      )}
    </>
  )
}
