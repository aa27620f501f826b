import { createFileRoute, useLocation } from '@tanstack/react-router'
import { checkoutSearch } from '@/features/order/checkout-search'
import { CancelPage } from '@/features/order/shop/cancel-page'

export const Route = createFileRoute('/cancel')({ validateSearch: checkoutSearch, component: Page })

function Page() {
  const text = useLocation({ select: ({ state }) => state.text })
  return <CancelPage text={text} checkoutId={Route.useSearch().checkout} />
}
