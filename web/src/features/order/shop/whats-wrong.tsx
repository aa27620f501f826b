import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Info } from 'lucide-react'
import type { CartLine } from '@/features/cart/api'
import { ShortageAlerts } from '@/features/cart/shortage-alerts'
import { shortagesOf } from '@/features/cart/shortages'
import { texts as shell } from '@/lib/texts'
import { isPaymentOpen, myOrdersQuery } from '../api'
import type { Failure } from '../failure'
import { isNobodys } from '../payment'
import { texts } from '../texts'
import type { useLeftPayment } from './use-left-payment'

type Props = {
  lines: CartLine[]
  loggedIn: boolean
  noAddress: boolean
  failure: Failure | undefined
  onMend: () => void
  onRetry: () => void
}

/** Why an order did not go through, or what must be mended before it can. */
export function WhatsWrong({ lines, loggedIn, noAddress, failure, onMend, onRetry }: Props) {
  const short = shortagesOf(lines).map(({ line }) => line.productId._id)
  const held = useHeld(short)
  if (!loggedIn) return <Trouble sentence={texts.loginFirst} login />
  if (short.length > 0 && held && !failure) return <Held checkoutId={held} />
  if (short.length > 0) return <ShortageAlerts lines={lines} onChange={onMend} />
  if (noAddress) return <Trouble sentence={texts.selectAddress} />
  if (!failure) return null
  const { sentence, way, decided, paymentOpen } = failure
  // A cart that was emptied elsewhere says so itself.
  if (decided && lines.length === 0) return null
  const retry = way === 'stay' && !decided ? onRetry : undefined
  return <Trouble sentence={sentence} login={way === 'login'} orders={paymentOpen} onRetry={retry} />
}

/** The shopper's own checkout that waits for its payment and holds some of these products, if there is one. */
function useHeld(productIds: string[]): string | undefined {
  const { data } = useInfiniteQuery({ ...myOrdersQuery, enabled: productIds.length > 0 })
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return rows.find((row) => isPaymentOpen(row) && productIds.includes(row.producId._id))?.checkoutId
}

function Held({ checkoutId }: { checkoutId: string }) {
  return (
    <p className="note note--info" role="status">
      <Info className="ic" />
      <span>
        {texts.held}{' '}
        <Link to="/success" search={{ checkout: checkoutId }}>
          {texts.seePayment}
        </Link>
      </span>
    </p>
  )
}

/** The browser is leaving for the payment's page; the link is for one that stays. */
export function Leaving({ page }: { page: string }) {
  return (
    <p className="note note--info">
      <Info className="ic" />
      <span>
        {texts.toPayment} <a href={page}>{texts.openPayment}</a>
      </span>
    </p>
  )
}

/** What became of the payment that the shopper has come back from. */
export function Returned({ ending }: { ending: ReturnType<typeof useLeftPayment> }) {
  const { data, error, isLoading, refetch } = ending
  if (error)
    return isNobodys(error) ? null : <Trouble sentence={texts.endingFailed} onRetry={() => void refetch()} />
  if (!data && !isLoading) return null
  return (
    <p className="note note--info" role="status">
      <Info className="ic" />
      <span>
        {isLoading
          ? texts.endingPayment
          : data?.payment_status === 'FAILED'
            ? texts.declined
            : texts.paymentEnded}
      </span>
    </p>
  )
}

type TroubleProps = {
  sentence: string
  /** Offers a login that comes back. */
  login?: boolean
  /** Offers a look at the orders. */
  orders?: boolean
  /** Offers to send the same again. */
  onRetry?: () => void
}

/** A sentence in red beside the buttons. */
function Trouble({ sentence, login, orders, onRetry }: TroubleProps) {
  return (
    <p className="note note--bad" role="alert">
      <CircleAlert className="ic" />
      <span>
        {sentence}{' '}
        {login && (
          <Link to="/login" search={{ redirect: '/CheckOutPage' }}>
            {texts.login}
          </Link>
        )}
        {orders && <Link to="/dashboard/myorders">{texts.seeMyOrders}</Link>}
        {onRetry && (
          <button type="button" onClick={onRetry}>
            {shell.tryAgain}
          </button>
        )}
      </span>
    </p>
  )
}
