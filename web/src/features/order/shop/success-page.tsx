import { texts } from '../texts'
import { OrderConfirmation } from './order-confirmation'
import { PaymentStatusCard } from './payment-status-card'
import { useMyOrder } from './use-my-order'

type Props = {
  /** The title that the checkout page passes in the history state. */
  text: string | undefined
  orderId: string | undefined
}

/** Confirms a COD order, also after a reload. For an online payment it shows the provider's status. */
export function SuccessPage({ text, orderId }: Props) {
  if (orderId === undefined)
    return <OrderConfirmation title={text ?? texts.paymentSuccessful} order={undefined} />
  if (text) return <OrderPlaced title={text} orderId={orderId} />
  return <PaymentStatusCard orderId={orderId} />
}

function OrderPlaced({ title, orderId }: { title: string; orderId: string }) {
  return <OrderConfirmation title={title} order={useMyOrder(orderId).order} />
}
