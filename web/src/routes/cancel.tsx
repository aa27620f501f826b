import { createFileRoute, useLocation } from '@tanstack/react-router'
import { CancelPage } from '@/features/order/shop/cancel-page'

export const Route = createFileRoute('/cancel')({ component: Page })

function Page() {
  return <CancelPage text={useLocation({ select: ({ state }) => state.text })} />
}
