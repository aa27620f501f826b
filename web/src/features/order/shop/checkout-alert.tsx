import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CartLine } from '@/features/cart/api'
import { texts as sharedTexts } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { isPaymentOpen, myOrdersQuery } from '../api'
import type { OrderFailure } from '../order-failure'
import { texts } from '../texts'

type Props = {
  lines: CartLine[]
  loggedIn: boolean
  addressMissing: boolean
  failure: OrderFailure | undefined
  onRetry: () => void
  /** Keeps the cash order that got no response; undefined if there is none. */
  onKeep: (() => void) | undefined
}

/** Why the last order failed, or what prevents the next one. */
export function CheckoutAlert({ lines, loggedIn, addressMissing, failure, onRetry, onKeep }: Props) {
  const openOrderId = useOrderHoldingStock(lines)
  if (!loggedIn) return <ErrorNotice message={texts.loginFirst} login />
  if (openOrderId && !failure) return <StockHeldNotice orderId={openOrderId} />
  if (addressMissing) return <ErrorNotice message={texts.selectAddress} />
  if (!failure) return null
  const { message, next, final, paymentOpen } = failure
  // An empty cart has its own message.
  if (final && lines.length === 0) return null
  const retry = next === 'stay' && !final ? onRetry : undefined
  return (
    <ErrorNotice
      message={message}
      login={next === 'login'}
      orders={paymentOpen}
      onRetry={retry}
      onKeep={retry && onKeep}
    />
  )
}

/** Returns the shopper's own order whose open payment reserves stock that these lines need, if any. */
function useOrderHoldingStock(wanted: CartLine[]): string | undefined {
  const productIds = wanted.filter(({ reserved }) => reserved).map(({ productId }) => productId._id)
  const { data } = useInfiniteQuery({ ...myOrdersQuery, enabled: productIds.length > 0 })
  const lines = data?.pages.flatMap((page) => page.rows) ?? []
  return lines.find((line) => isPaymentOpen(line) && productIds.includes(line.producId._id))?.checkoutId
}

function StockHeldNotice({ orderId }: { orderId: string }) {
  return (
    <Alert tone="info" role="status">
      {texts.reservedByOpenPayment}{' '}
      <Link to="/success" search={{ checkout: orderId }}>
        {texts.seePayment}
      </Link>
    </Alert>
  )
}

type ErrorNoticeProps = {
  message: string
  /** Adds a link to the login, which returns to the checkout. */
  login?: boolean
  /** Adds a link to the orders. */
  orders?: boolean
  /** Adds a retry button. */
  onRetry?: () => void
  /** Adds a button that keeps the order until the network is back. */
  onKeep?: () => void
}

/** An error message beside the pay buttons. */
export function ErrorNotice({ message, login, orders, onRetry, onKeep }: ErrorNoticeProps) {
  return (
    <Alert tone="danger" role="alert">
      {message}{' '}
      {login && (
        <Link to="/login" search={{ redirect: '/CheckOutPage' }}>
          {texts.login}
        </Link>
      )}
      {orders && <Link to="/dashboard/myorders">{texts.seeMyOrders}</Link>}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {sharedTexts.tryAgain}
        </button>
      )}
      {onKeep && (
        <>
          {' · '}
          <button type="button" onClick={onKeep}>
            {texts.keepOrder}
          </button>
        </>
      )}
    </Alert>
  )
}
