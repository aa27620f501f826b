import { createFileRoute } from '@tanstack/react-router'
import { type ListingSearch, listingSearch } from '@/features/catalog/listing-search'
import { SearchPage } from '@/features/catalog/shop/search-page'

export const Route = createFileRoute('/search')({
  validateSearch: (search): ListingSearch & { q: string } => ({
    q: String(search.q ?? '').trim(),
    ...listingSearch(search),
  }),
  component: Page,
  staticData: { shopping: true },
})

function Page() {
  const { q, ...search } = Route.useSearch()
  return <SearchPage q={q} search={search} />
}
