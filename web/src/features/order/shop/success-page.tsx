import { texts } from '../texts'
import { OrderedSlip } from './ordered-slip'
import { PaymentSlip } from './payment-slip'
import { useCheckout } from './use-checkout'

type Props = {
  /** What was passed on by the page before. */
  text: string | undefined
  checkoutId: string | undefined
}

/** Says that it worked, with the order's numbers on the slip, also after a reload; of a payment what is known of it. */
export function SuccessPage({ text, checkoutId }: Props) {
  if (checkoutId === undefined)
    return <OrderedSlip title={text ?? texts.paymentSuccessful} checkout={undefined} />
  return text ? <Passed text={text} checkoutId={checkoutId} /> : <PaymentSlip checkoutId={checkoutId} />
}

function Passed({ text, checkoutId }: { text: string; checkoutId: string }) {
  return <OrderedSlip title={text} checkout={useCheckout(checkoutId).checkout} />
}
