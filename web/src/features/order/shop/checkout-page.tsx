import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { addressesQuery } from '@/features/address/api'
import { type CartLine, cartKey, cartQuery, totalsOf } from '@/features/cart/api'
import { CartLineName, CartLinePicture, CartLinePrice } from '@/features/cart/cart-line'
import { cartMutationQueue } from '@/features/cart/cart-mutation-queue'
import { CartSummary } from '@/features/cart/cart-summary'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import { attemptFor, checkoutBody, type Method } from '../attempt'
import { likelyAddress, rememberAddress } from '../last-address'
import { isUnpaid } from '../payment'
import { texts } from '../texts'
import { AddressChoice } from './address-choice'
import { Pay } from './pay'
import { useLeftPayment } from './use-left-payment'
import { useOrder } from './use-order'
import { Leaving, Returned, WhatsWrong } from './whats-wrong'

/** Where to, what, how much, and one press. */
export function CheckoutPage() {
  useTitle(texts.checkout)
  const loggedIn = useLoggedIn()
  const cart = useQuery(cartQuery(loggedIn))
  const { data: addresses = [] } = useQuery(addressesQuery(loggedIn))
  const [picked, setPicked] = useState<string>()
  const [noAddress, setNoAddress] = useState(false)
  /** The way that was pressed while a quantity was still being saved. */
  const [settling, setSettling] = useState<Method>()
  const queryClient = useQueryClient()
  const lines = cart.data ?? []
  const totals = totalsOf(lines)
  const chosen = addresses.find(({ _id }) => _id === picked) ?? likelyAddress(addresses)
  const { send, sendAgain, reset, busy, page, failure } = useOrder(cart.data?.length === 0)
  const left = useLeftPayment(reset)

  const order = async (method: Method) => {
    reset()
    setNoAddress(!chosen)
    if (!chosen) return
    // A change that is still on its way belongs to this order.
    setSettling(method)
    await cartMutationQueue(queryClient).drain()
    setSettling(undefined)
    const latest = queryClient.getQueryData<CartLine[]>(cartKey) ?? []
    rememberAddress(chosen._id)
    send(attemptFor(method, checkoutBody(latest, chosen._id)))
  }

  if (left.data && !isUnpaid(left.data))
    return <Navigate to="/success" search={{ checkout: left.data.checkoutId }} replace />
  return (
    <main className="wrap paying" id="content" tabIndex={-1}>
      <div className="page-h">
        <BackButton />
        <h1>{texts.checkout}</h1>
      </div>
      <div className="split">
        <div className="min-w-0">
          <AddressChoice chosen={chosen?._id} onChoose={setPicked} />
          <section className="part">
            <div className="part__h">
              <h2>{shell.items(totals.count)}</h2>
              {totals.count > 0 && (
                <Link to="/cart" className="more">
                  {texts.editCart}
                </Link>
              )}
            </div>
            {cart.isLoading ? (
              <LinesSkeleton count={3} />
            ) : cart.error && lines.length === 0 ? (
              <LoadingFailed reason={cart.error} retry={cart.refetch} />
            ) : (
              <Items lines={lines} />
            )}
          </section>
        </div>
        <aside>
          <CartSummary title={texts.orderSummary} totals={totals} />
          <Pay
            totals={totals}
            busy={settling ?? busy}
            onPay={(method) => void order(method)}
            trouble={
              <>
                {page ? <Leaving page={page} /> : !failure && <Returned ending={left} />}
                {!left.isLoading && (
                  <WhatsWrong
                    lines={lines}
                    loggedIn={loggedIn}
                    noAddress={noAddress && !chosen}
                    failure={failure}
                    onMend={reset}
                    onRetry={sendAgain}
                  />
                )}
              </>
            }
          />
        </aside>
      </div>
    </main>
  )
}

function Items({ lines }: { lines: CartLine[] }) {
  if (lines.length === 0)
    return (
      <EmptyState sign={basket} aisle={4} title={texts.cartEmpty} hint={texts.cartEmptyHint}>
        <Link to="/" className="btn btn--line">
          {texts.goToHome}
        </Link>
      </EmptyState>
    )
  return (
    <ul className="lines">
      {lines.map((line) => (
        <li key={line._id} className="line">
          <CartLinePicture line={line} />
          <CartLineName line={line} detail={` × ${line.quantity}`} />
          <CartLinePrice line={line} />
        </li>
      ))}
    </ul>
  )
}

function BackButton() {
  const router = useRouter()
  const goBack = () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/cart' })
  return (
    <button type="button" className="iconbtn" aria-label={texts.back} onClick={goBack}>
      <ArrowLeft className="ic ic--l" />
    </button>
  )
}
