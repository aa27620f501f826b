import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { OrderSheet } from '@/features/order/admin/sheet/order-sheet'

export const Route = createFileRoute('/dashboard/desk/$number')({
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  const { number } = Route.useParams()
  const navigate = useNavigate({ from: Route.fullPath })
  const close = () => void navigate({ to: '/dashboard/desk', search: (before) => before, resetScroll: false })
  return <OrderSheet number={number} onClose={close} />
}
