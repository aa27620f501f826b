import { texts } from '../texts'
import { OrderConfirmation } from './order-confirmation'
import { PaymentStatusCard } from './payment-status-card'
import { useCheckout } from './use-checkout'

type Props = {
  /** The title passed on by the checkout page in the history state. */
  text: string | undefined
  checkoutId: string | undefined
}

/** Confirms a COD order, also after a reload; of an online payment it shows the status that the provider reports. */
export function SuccessPage({ text, checkoutId }: Props) {
  if (checkoutId === undefined)
    return <OrderConfirmation title={text ?? texts.paymentSuccessful} checkout={undefined} />
  if (text) return <OrderPlaced title={text} checkoutId={checkoutId} />
  return <PaymentStatusCard checkoutId={checkoutId} />
}

function OrderPlaced({ title, checkoutId }: { title: string; checkoutId: string }) {
  return <OrderConfirmation title={title} checkout={useCheckout(checkoutId).checkout} />
}
