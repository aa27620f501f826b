import { createFileRoute } from '@tanstack/react-router'
import { NewPurchasePage } from '@/features/purchase/admin/new-purchase-page'

export const Route = createFileRoute('/dashboard/purchases/new')({
  component: NewPurchasePage,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})
