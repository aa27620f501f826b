import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { TaxPage } from '@/features/tax/admin/tax-page'

export const Route = createFileRoute('/dashboard/tax')({
  // The key of the open kind of product.
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: string } => ({
    kind: kind ? String(kind) : undefined,
  }),
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  const { kind } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return <TaxPage kind={kind} onKind={(next) => void navigate({ search: { kind: next } })} />
}
