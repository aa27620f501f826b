import type { Checkout } from '../checkouts'
import { texts } from '../texts'
import { OrderReceipt } from './order-receipt'
import { MyOrdersLink } from './result-actions'
import { ResultCard } from './result-card'

type Props = {
  title: string
  /** undefined while it is loading or unknown. */
  checkout: Checkout | undefined
}

/** Confirms an order, with its receipt. */
export function OrderConfirmation({ title, checkout }: Props) {
  return (
    <ResultCard tone="success" title={title} description={texts.thankYou} links={<MyOrdersLink />}>
      {checkout && <OrderReceipt checkout={checkout} />}
    </ResultCard>
  )
}
