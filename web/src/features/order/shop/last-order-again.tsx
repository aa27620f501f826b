import { useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '@/lib/session'
import type { ButtonStyle } from '@/ui/button'
import { buyAgainQuery } from './reorder-api'
import { ReorderButton } from './reorder-button'
import { reorderTexts } from './reorder-texts'

/** Orders the shopper's latest order again; renders nothing for shoppers without orders. */
export function LastOrderAgain({
  onNavigate,
  size,
}: { onNavigate?: () => void } & Pick<ButtonStyle, 'size'>) {
  const { data } = useQuery(buyAgainQuery(useLoggedIn()))
  if (!data?.last) return null
  const { checkoutId: orderId, number } = data.last
  return (
    <ReorderButton
      orderId={orderId}
      label={reorderTexts.orderAgainNumber(number)}
      variant="outline"
      size={size}
      onNavigate={onNavigate}
    />
  )
}
