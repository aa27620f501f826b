import { createFileRoute } from '@tanstack/react-router'
import { SuppliersPage } from '@/features/purchase/admin/suppliers-page'

export const Route = createFileRoute('/dashboard/purchases/suppliers')({
  component: SuppliersPage,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})
