import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CheckoutSheet } from '@/features/order/admin/sheet/checkout-sheet'

export const Route = createFileRoute('/dashboard/desk/$number')({
  component: Page,
  staticData: { leastRole: 'PACKER' },
})

function Page() {
  const { number } = Route.useParams()
  const navigate = useNavigate({ from: Route.fullPath })
  const close = () => void navigate({ to: '/dashboard/desk', search: (before) => before, resetScroll: false })
  return <CheckoutSheet number={number} onClose={close} />
}
