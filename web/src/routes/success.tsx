import { createFileRoute, useLocation } from '@tanstack/react-router'
import { checkoutSearch } from '@/features/order/checkout-search'
import { SuccessPage } from '@/features/order/shop/success-page'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The subject of the page's message. */
    text?: string
  }
}

export const Route = createFileRoute('/success')({ validateSearch: checkoutSearch, component: Page })

function Page() {
  const text = useLocation({ select: ({ state }) => state.text })
  return <SuccessPage text={text} orderId={Route.useSearch().checkout} />
}
