import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery, productsQuery } from '@/features/catalog/api'
import { type ListingSearch, parseListingSearch, searchListing } from '@/features/catalog/listing-search'
import { SearchPage } from '@/features/catalog/shop/search-page'
import { SearchPending } from '@/features/catalog/shop/search-pending'
import { useProductSlots } from './-shell/product-slots'

const parseSearch = (search: Record<string, unknown>): ListingSearch & { q: string } => ({
  q: String(search.q ?? '').trim(),
  ...parseListingSearch(search),
})

export const Route = createFileRoute('/search')({
  validateSearch: parseSearch,
  loader: ({ context: { queryClient }, cause, location }) => {
    const { q, page, ...filters } = parseSearch(location.search)
    if (cause === 'enter')
      void queryClient.prefetchInfiniteQuery(productsQuery(searchListing(q, filters), page))
    // Categories only give pictures their hues; the search works without them.
    return queryClient.ensureQueryData(categoriesQuery).catch(() => undefined)
  },
  component: Page,
  pendingComponent: SearchPending,
  staticData: { shopping: true },
})

function Page() {
  const { q, ...search } = Route.useSearch()
  return <SearchPage q={q} search={search} slots={useProductSlots()} />
}
