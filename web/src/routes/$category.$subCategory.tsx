import { createFileRoute, notFound } from '@tanstack/react-router'
import { categoriesQuery, productsQuery, subCategoriesQuery } from '@/features/catalog/api'
import { listingScope } from '@/features/catalog/links'
import { parseListingSearch } from '@/features/catalog/listing-search'
import { InvalidListing, ListingPage } from '@/features/catalog/shop/listing-page'
import { ListingPending } from '@/features/catalog/shop/listing-pending'
import { idOf } from '@/lib/slug'
import { useListingSlots } from './-shell/product-slots'

export const Route = createFileRoute('/$category/$subCategory')({
  validateSearch: parseListingSearch,
  loader: async ({ context: { queryClient }, params, location }) => {
    const [category, subCategory] = [idOf(params.category), idOf(params.subCategory)]
    if (!category || !subCategory) throw notFound()
    const { page, ...filters } = parseListingSearch(location.search)
    // The page itself shows a failure to load products; a failure to load categories replaces the page.
    void queryClient.prefetchInfiniteQuery(
      productsQuery({ ...filters, ...listingScope(category, subCategory) }, page),
    )
    await Promise.all([
      queryClient.ensureQueryData(categoriesQuery),
      queryClient.ensureQueryData(subCategoriesQuery),
    ])
    return { category, subCategory }
  },
  component: Page,
  pendingComponent: ListingPending,
  notFoundComponent: InvalidListing,
  staticData: { shopping: true },
})

function Page() {
  const { category, subCategory } = Route.useLoaderData()
  return (
    <ListingPage
      categoryId={category}
      subCategoryId={subCategory}
      search={Route.useSearch()}
      slots={useListingSlots()}
    />
  )
}
