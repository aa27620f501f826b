import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery, productsQuery } from '@/features/catalog/api'
import { type ListingSearch, listingSearch } from '@/features/catalog/listing-search'
import { SearchPage, SearchPending } from '@/features/catalog/shop/search-page'

const searched = (search: Record<string, unknown>): ListingSearch & { q: string } => ({
  q: String(search.q ?? '').trim(),
  ...listingSearch(search),
})

export const Route = createFileRoute('/search')({
  validateSearch: searched,
  loader: ({ context: { queryClient }, cause, location }) => {
    const { q, page, ...filters } = searched(location.search)
    if (cause === 'enter')
      void queryClient.prefetchInfiniteQuery(productsQuery({ q: q || undefined, ...filters }, page))
    // The colours of the tiles are known before the first of them is drawn; the search does not hang on them.
    return queryClient.ensureQueryData(categoriesQuery).catch(() => undefined)
  },
  component: Page,
  pendingComponent: SearchPending,
  staticData: { shopping: true },
})

function Page() {
  const { q, ...search } = Route.useSearch()
  return <SearchPage q={q} search={search} />
}
