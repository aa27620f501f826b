import type { components } from '@/schema'
import { texts } from './texts'

type Payment = Pick<components['schemas']['Order'], 'payment_method' | 'payment_status'>

/** Returns the payment method and status of an order as a text. */
export function paymentLabel({ payment_method: method, payment_status: status }: Payment): string {
  return method === 'ONLINE' && status === 'PAID' ? texts.paidOnline : texts.statuses[status]
}
