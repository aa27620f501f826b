import { createFileRoute } from '@tanstack/react-router'
import { ReorderPage } from '@/features/purchase/admin/reorder-page'

export const Route = createFileRoute('/dashboard/purchases/reorder')({
  component: ReorderPage,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})
