import { skipToken, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { cartQuery } from '@/features/cart/api'
import { useLoggedIn } from '@/lib/session'
import { endingQuery, isNobodys, isUnpaid } from '../payment'
import { texts } from '../texts'
import { Slip } from './slip'
import { Again, BackToCheckout, LogIn, SeeMyOrders } from './ways-on'

type Props = {
  text: string | undefined
  /** Why, in a sentence. */
  reason: string | undefined
  /** The checkout whose payment the shopper has left. */
  checkoutId: string | undefined
}

/** Says that the order is off, that the cart is kept, and leads back to it. */
export function CancelPage({ text = texts.orderCancelled, reason, checkoutId }: Props) {
  if (checkoutId !== undefined) return <LeftPayment checkoutId={checkoutId} />
  return <Cancelled title={text} reason={reason} hint={texts.notCompleted} kept={texts.cartKept} />
}

/** Ends the payment at once; one that was paid all the same leads to success. */
function LeftPayment({ checkoutId }: { checkoutId: string }) {
  const loggedIn = useLoggedIn()
  const ending = endingQuery(checkoutId)
  const { data, error, refetch, isFetching } = useQuery({
    ...ending,
    queryFn: loggedIn ? ending.queryFn : skipToken,
  })
  if (!loggedIn)
    return (
      <Slip
        tone="wait"
        title={texts.notEnded}
        hint={texts.loginFirst}
        act={<LogIn back={`/cancel?checkout=${checkoutId}`} />}
      />
    )
  if (data && !isUnpaid(data)) return <Navigate to="/success" search={{ checkout: checkoutId }} replace />
  if (data || isNobodys(error)) {
    const declined = data?.payment_status === 'FAILED'
    const hint = declined ? `${texts.notCompleted} ${texts.declined}` : texts.notCompleted
    return <Cancelled title={texts.orderCancelled} hint={hint} kept={texts.payOtherwise} />
  }
  if (!error) return <Slip tone="wait" title={texts.endingPayment} more={<SeeMyOrders />} />
  return (
    <Slip
      tone="wait"
      title={texts.notEnded}
      hint={texts.endingFailed}
      act={<Again busy={isFetching} onPress={() => void refetch()} />}
      more={<SeeMyOrders />}
    />
  )
}

type CancelledProps = {
  title: string
  reason?: string | undefined
  hint: string
  /** What to say of a cart that has something in it. */
  kept: string
}

function Cancelled({ title, reason, hint, kept }: CancelledProps) {
  const { data: lines = [] } = useQuery(cartQuery(useLoggedIn()))
  const kind = { tone: 'bad', title, children: reason && <p className="note note--bad">{reason}</p> } as const
  return lines.length > 0 ? (
    <Slip {...kind} hint={`${hint} ${kept}`} act={<BackToCheckout />} />
  ) : (
    <Slip {...kind} hint={hint} />
  )
}
