import { createFileRoute } from '@tanstack/react-router'
import { TaxPage } from '@/features/tax/admin/tax-page'

export const Route = createFileRoute('/dashboard/tax')({
  component: TaxPage,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})
