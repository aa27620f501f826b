import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CategoryPage } from '@/features/catalog/admin/category/category-page'

export const Route = createFileRoute('/dashboard/Category')({
  validateSearch: ({ q }): { q?: string } => ({ q: q ? String(q) : undefined }),
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  const { q = '' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <CategoryPage
      q={q}
      onSearch={(text) => navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })}
    />
  )
}
