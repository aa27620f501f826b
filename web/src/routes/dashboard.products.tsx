import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Managed } from '@/features/catalog/admin/api'
import { productListSearch } from '@/features/catalog/admin/product-list-search'
import { ProductsPage } from '@/features/catalog/admin/products-page'

export const Route = createFileRoute('/dashboard/products')({
  validateSearch: productListSearch,
  component: Page,
  staticData: { forAdministrator: true },
})

function Page() {
  const managed = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const onChange = useCallback(
    (change: Managed) =>
      void navigate({
        search: (before) => ({ ...before, page: undefined, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return <ProductsPage managed={managed} onChange={onChange} />
}
