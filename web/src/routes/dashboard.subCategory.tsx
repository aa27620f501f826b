import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { parsePage } from '@/features/catalog/admin/pagination'
import { SubCategoryPage } from '@/features/catalog/admin/sub-category/sub-category-page'

export const Route = createFileRoute('/dashboard/subCategory')({
  validateSearch: ({ q, page }): { q?: string; page?: number } => ({
    q: q ? String(q) : undefined,
    page: parsePage(page),
  }),
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  const { q = '', page = 1 } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <SubCategoryPage
      q={q}
      page={page}
      onSearch={(text) => navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })}
    />
  )
}
