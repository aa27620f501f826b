import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type AdminProductFilter, parseProductFilter } from '@/features/catalog/admin/product/product-filter'
import { ProductsPage } from '@/features/catalog/admin/product/products-page'

export const Route = createFileRoute('/dashboard/products')({
  validateSearch: parseProductFilter,
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  const filter = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const onChange = useCallback(
    (change: AdminProductFilter) =>
      void navigate({
        search: (before) => ({ ...before, page: undefined, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return <ProductsPage filter={filter} onChange={onChange} />
}
