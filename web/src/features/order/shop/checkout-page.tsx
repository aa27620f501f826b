import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addressesQuery } from '@/features/address/api'
import { type CartLine, cartKey, cartQuery, totalsOf } from '@/features/cart/api'
import { Bill } from '@/features/cart/bill'
import { LineName, LinePicture, LinePrice } from '@/features/cart/line-parts'
import { quantitiesIn } from '@/features/cart/quantities'
import { ShortageNotes } from '@/features/cart/shortage-notes'
import { shortagesOf } from '@/features/cart/shortages'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import { attemptFor, checkoutBody, unanswered } from '../attempt'
import { failureOf } from '../failure'
import { likelyAddress, rememberAddress } from '../last-address'
import { texts } from '../texts'
import { AddressChoice } from './address-choice'
import { Pay, Trouble } from './pay'
import { useCod } from './use-cod'

/** Where to, what, how much, and one press. */
export function CheckoutPage() {
  useTitle(texts.checkout)
  const loggedIn = useLoggedIn()
  const cart = useQuery(cartQuery(loggedIn))
  const { data: addresses = [] } = useQuery(addressesQuery(loggedIn))
  const [picked, setPicked] = useState<string>()
  const [noAddress, setNoAddress] = useState(false)
  const queryClient = useQueryClient()
  const cod = useCod()
  const lines = cart.data ?? []
  const totals = totalsOf(lines)
  const chosen = addresses.find(({ _id }) => _id === picked) ?? likelyAddress(addresses)

  const order = async () => {
    cod.reset()
    setNoAddress(!chosen)
    if (!chosen) return
    // A change that is still on its way belongs to this order.
    await quantitiesIn(queryClient).settled()
    const latest = queryClient.getQueryData<CartLine[]>(cartKey) ?? []
    rememberAddress(chosen._id)
    cod.mutate(attemptFor(checkoutBody(latest, chosen._id)))
  }
  const sendAgain = () => {
    const before = unanswered()
    if (before) cod.mutate(before)
  }
  useAnswerAfterReload(cart.data, cod)

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
          <Bill title={texts.orderSummary} totals={totals} />
          <Pay
            totals={totals}
            busy={cod.isPending}
            onCod={() => void order()}
            trouble={
              <WhatsWrong
                lines={lines}
                loggedIn={loggedIn}
                noAddress={noAddress && !chosen}
                reason={cod.error}
                onMend={cod.reset}
                onRetry={sendAgain}
              />
            }
          />
        </aside>
      </div>
    </main>
  )
}

/**
 * A press whose answer was lost with a reload: when it has emptied the cart, the same attempt is sent again,
 * which gives the first answer and orders nothing twice.
 */
function useAnswerAfterReload(lines: CartLine[] | undefined, { mutate, isIdle }: ReturnType<typeof useCod>) {
  const empty = lines?.length === 0
  useEffect(() => {
    const before = empty && isIdle ? unanswered() : undefined
    if (before) mutate(before)
  }, [empty, isIdle, mutate])
}

type WhatsWrongProps = {
  lines: CartLine[]
  loggedIn: boolean
  noAddress: boolean
  reason: unknown
  onMend: () => void
  onRetry: () => void
}

function WhatsWrong({ lines, loggedIn, noAddress, reason, onMend, onRetry }: WhatsWrongProps) {
  if (!loggedIn) return <Trouble sentence={texts.loginFirst} login />
  if (shortagesOf(lines).length > 0) return <ShortageNotes lines={lines} onMend={onMend} />
  if (noAddress) return <Trouble sentence={texts.selectAddress} />
  if (!reason) return null
  const { sentence, way, decided } = failureOf(reason)
  // A cart that was emptied elsewhere says so itself.
  if (decided && lines.length === 0) return null
  const retry = way === 'stay' && !decided ? onRetry : undefined
  return <Trouble sentence={sentence} login={way === 'login'} onRetry={retry} />
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
          <LinePicture line={line} />
          <LineName line={line} detail={` × ${line.quantity}`} />
          <LinePrice line={line} />
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
