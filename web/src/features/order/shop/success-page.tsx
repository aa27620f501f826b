import { texts } from '../texts'
import { OrderConfirmation } from './order-confirmation'
import { PaymentStatusCard } from './payment-status-card'
import { useCheckout } from './use-checkout'

type Props = {
  /** The title passed on by the checkout page in the history state. */
  text: string | undefined
  orderId: string | undefined
}

/** Confirms a COD order, also after a reload; of an online payment it shows the status that the provider reports. */
export function SuccessPage({ text, orderId }: Props) {
  if (orderId === undefined)
    return <OrderConfirmation title={text ?? texts.paymentSuccessful} order={undefined} />
  if (text) return <OrderPlaced title={text} orderId={orderId} />
  return <PaymentStatusCard orderId={orderId} />
}

function OrderPlaced({ title, orderId }: { title: string; orderId: string }) {
  return <OrderConfirmation title={title} order={useCheckout(orderId).checkout} />
}
