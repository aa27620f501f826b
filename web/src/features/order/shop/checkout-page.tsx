import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { addressesQuery } from '@/features/address/api'
import { lastAddress, useDefaultAddress } from '@/features/address/default-address'
import { pincodeDigits } from '@/features/address/form'
import { useAddressForm } from '@/features/address/use-address-form'
import { type CartLine, cartKey, cartQuery, totalsOf } from '@/features/cart/api'
import { CartLineName, CartLinePicture, CartLinePrice } from '@/features/cart/cart-line'
import { cartMutationQueue } from '@/features/cart/cart-mutation-queue'
import { CartNotices } from '@/features/cart/cart-notices'
import { CartSummary } from '@/features/cart/cart-summary'
import { availableLines, shortagesOf } from '@/features/cart/shortages'
import { isUnpaid } from '@/features/payment/payment'
import { LimitAlerts } from '@/features/settings/limit-alerts'
import { orderLimits } from '@/features/settings/order-limits'
import { useShop } from '@/features/settings/use-shop'
import { useOffline } from '@/lib/offline'
import { useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { IconButton } from '@/ui/icon-button'
import { lineList } from '@/ui/line-list'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { textLinkClass } from '@/ui/text-link'
import { checkoutBody, type PaymentMethod, reuseOrCreateAttempt } from '../checkout-attempt'
import { keepOrder } from '../kept-order'
import { texts } from '../texts'
import { WishSelect } from '../wish-select'
import { AddressChoice } from './address-choice'
import { BusinessBuyer } from './business-buyer'
import { isUnchanged } from './cart-changes'
import { ChangedCart } from './changed-cart'
import { CheckoutAlert } from './checkout-alert'
import styles from './checkout-page.module.css'
import { CheckoutSection } from './checkout-section'
import { PayButtons } from './pay-buttons'
import { PaymentReturnNotice, RedirectNotice } from './payment-notices'
import { useBuyer } from './use-buyer'
import { usePaymentReturn } from './use-payment-return'
import { usePlaceOrder } from './use-place-order'
import { usePlacedOrder } from './use-placed-order'
import { useWishes } from './use-wishes'

/** The checkout: address, cart lines, totals and the pay buttons. */
export function CheckoutPage() {
  useTitle(texts.checkout)
  const loggedIn = useLoggedIn()
  const cart = useQuery(cartQuery(loggedIn))
  const { data: addresses } = useQuery(addressesQuery(loggedIn))
  const [selectedId, setSelectedId] = useState<string>()
  const [addressMissing, setAddressMissing] = useState(false)
  /** The pay button pressed, until the address is saved and pending cart changes are confirmed. */
  const [preparing, setPreparing] = useState<PaymentMethod>()
  const queryClient = useQueryClient()
  const lines = cart.data ?? []
  const totals = totalsOf(lines)
  const fallback = useDefaultAddress(addresses ?? [])
  const address = addresses?.find(({ _id }) => _id === selectedId) ?? fallback
  const firstAddress = useAddressForm()
  const typedPincode = pincodeDigits(useWatch({ control: firstAddress.form.control, name: 'pincode' }))
  const shop = useShop()
  // Only the tax on a registered shop's bill can be claimed by a business.
  const offersBusiness = shop?.legal.gst === 'REGISTERED'
  const limits = orderLimits(shop, totals.total, address?.pincode ?? typedPincode)
  const { send, retry, reset, busy, paymentPage, failure, unanswered } = usePlaceOrder(cart.data)
  /** The lines of the last press, as the page showed them. */
  const [ordered, setOrdered] = useState<{ method: PaymentMethod; lines: CartLine[] }>()
  /** The cart had changed before it could be ordered. */
  const [isStale, setStale] = useState(false)
  const changeReason = isStale ? texts.cartChanged : failure?.cartChanged ? failure.message : undefined
  const cartChanged = changeReason !== undefined && ordered !== undefined
  const cancellation = usePaymentReturn(reset)
  const placedOrder = usePlacedOrder(cart.data)
  const wishes = useWishes(lines)
  const business = useBuyer()

  const offline = useOffline() !== undefined
  const keepUnanswered = () => {
    if (!unanswered) return
    keepOrder(unanswered, totals.count, totals.total)
    reset()
  }
  const saveFirstAddress = async () => {
    if (addresses?.length !== 0) return undefined
    const saved = await firstAddress.save()
    setSelectedId(saved?._id)
    return saved
  }
  const startOver = () => {
    reset()
    setStale(false)
  }
  const order = async (method: PaymentMethod) => {
    startOver()
    const shown = availableLines(lines)
    setOrdered({ method, lines: shown })
    setPreparing(method)
    const target = address ?? (await saveFirstAddress())
    setPreparing(undefined)
    setAddressMissing(!target)
    if (!target) return
    // Order what the page shows: wait until pending cart changes are confirmed.
    setPreparing(method)
    await cartMutationQueue(queryClient).drain()
    setPreparing(undefined)
    const latest = queryClient.getQueryData<CartLine[]>(cartKey) ?? []
    // The server would refuse an order that exceeds the stock: let the shopper reduce it.
    if (shortagesOf(latest).some(({ left }) => left > 0)) return showNotices()
    const confirmed = availableLines(latest)
    if (!isUnchanged(shown, confirmed)) return setStale(true)
    lastAddress.write(target._id)
    if (offersBusiness) business.keep()
    const body = checkoutBody(
      method,
      confirmed,
      target._id,
      Object.fromEntries(confirmed.map((line) => [line._id, wishes.wishOf(line)])),
      offersBusiness ? business.buyer : undefined,
    )
    send(reuseOrCreateAttempt(method, body))
  }

  if (cancellation.data && !isUnpaid(cancellation.data))
    return <Navigate to="/success" search={{ checkout: cancellation.data.checkoutId }} replace />
  if (placedOrder) return <Navigate to="/success" search={{ checkout: placedOrder }} replace />
  return (
    <Page>
      <PageHeader title={texts.checkout} before={<BackButton />} />
      <div className={styles.notices}>
        {cartChanged && (
          <ChangedCart
            reason={changeReason}
            ordered={ordered.lines}
            lines={lines}
            isFetching={cart.isFetching}
            onOrder={() => void order(ordered.method)}
          />
        )}
        <CartNotices lines={lines} withoutRises={cartChanged} onChange={startOver} />
      </div>
      <div className={styles.columns}>
        <div>
          <AddressChoice selected={address?._id} onSelect={setSelectedId} firstAddress={firstAddress} />
          <CheckoutSection
            title={sharedTexts.items(totals.count)}
            action={
              totals.count > 0 && (
                <Link to="/cart" className={textLinkClass}>
                  {texts.editCart}
                </Link>
              )
            }
          >
            {cart.isLoading ? (
              <LinesSkeleton count={3} />
            ) : cart.error && lines.length === 0 ? (
              <LoadingFailed reason={cart.error} retry={cart.refetch} />
            ) : (
              <OrderLines lines={lines} {...wishes} />
            )}
          </CheckoutSection>
          {offersBusiness && (
            <BusinessBuyer draft={business.draft} onChange={business.setDraft} refused={failure?.buyer} />
          )}
        </div>
        <aside>
          <CartSummary title={texts.orderSummary} totals={totals} />
          <PayButtons
            totals={totals}
            busy={preparing ?? busy}
            blocked={limits.blocked || limits.outside !== undefined}
            onPay={(method) => void order(method)}
            alert={
              <>
                {totals.count > 0 && <LimitAlerts limits={limits} />}
                {paymentPage ? (
                  <RedirectNotice pageUrl={paymentPage} />
                ) : (
                  !failure && <PaymentReturnNotice cancellation={cancellation} />
                )}
                {!cancellation.isLoading && (
                  <CheckoutAlert
                    lines={lines}
                    loggedIn={loggedIn}
                    addressMissing={addressMissing && !address}
                    failure={cartChanged ? undefined : failure}
                    onRetry={retry}
                    onKeep={offline && unanswered ? keepUnanswered : undefined}
                  />
                )}
              </>
            }
          />
        </aside>
      </div>
    </Page>
  )
}

function showNotices() {
  const notices = document.querySelector<HTMLElement>('[data-cart-notices]')
  notices?.focus({ preventScroll: true })
  notices?.scrollIntoView({ block: 'center' })
}

function OrderLines({ lines, wishOf, setWish }: { lines: CartLine[] } & ReturnType<typeof useWishes>) {
  if (lines.length === 0)
    return (
      <EmptyState icon={basket} tone="turmeric" title={texts.cartEmpty} description={texts.cartEmptyHint}>
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          {texts.goToHome}
        </Link>
      </EmptyState>
    )
  const available = availableLines(lines)
  return (
    <ul className={lineList.list}>
      {lines.map((line) => (
        <li key={line._id} className={lineList.line}>
          <CartLinePicture line={line} />
          <CartLineName line={line} detail={` × ${line.quantity}`} />
          <CartLinePrice line={line} unavailable={!available.includes(line)} />
          {available.includes(line) && (
            <div className={styles.wish}>
              <WishSelect
                name={line.productId.name}
                value={wishOf(line) ?? 'REMOVE'}
                onSelect={(wish) => setWish(line, wish)}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function BackButton() {
  const router = useRouter()
  const goBack = () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/cart' })
  return <IconButton label={texts.back} icon={ArrowLeft} size="large" onClick={goBack} />
}
