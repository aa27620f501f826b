import { createFileRoute, notFound } from '@tanstack/react-router'
import { categoriesQuery, productQuery } from '@/features/catalog/api'
import { seedProduct } from '@/features/catalog/seed-product'
import { ProductNotFound, ProductPage } from '@/features/catalog/shop/product-page'
import { ProductPending } from '@/features/catalog/shop/product-pending'
import { isMissing } from '@/lib/api'
import { idOf } from '@/lib/slug'
import { useProductSlots } from './-shell/product-slots'

export const Route = createFileRoute('/product/$product')({
  loader: async ({ context: { queryClient }, params }) => {
    const productId = idOf(params.product)
    if (!productId) throw notFound()
    void queryClient.prefetchQuery(categoriesQuery)
    seedProduct(queryClient, productId)
    await queryClient.ensureQueryData(productQuery(productId)).catch((reason: unknown) => {
      throw isMissing(reason) ? notFound() : reason
    })
    return productId
  },
  component: Page,
  pendingComponent: ProductPending,
  notFoundComponent: ProductNotFound,
  staticData: { shopping: true },
})

function Page() {
  return <ProductPage productId={Route.useLoaderData()} slots={useProductSlots()} />
}
