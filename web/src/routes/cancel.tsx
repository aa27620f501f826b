import { createFileRoute, useLocation } from '@tanstack/react-router'
import { checkoutSearch } from '@/features/order/checkout-search'
import { CancelPage } from '@/features/order/shop/cancel-page'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The error message of an order that could not be placed. */
    reason?: string
  }
}

export const Route = createFileRoute('/cancel')({ validateSearch: checkoutSearch, component: Page })

function Page() {
  const { text, reason } = useLocation({ select: ({ state }) => state })
  return <CancelPage text={text} reason={reason} orderId={Route.useSearch().checkout} />
}
