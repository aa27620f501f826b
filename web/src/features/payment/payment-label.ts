import type { components } from '@/schema'
import { texts } from './texts'

type Payment = Pick<components['schemas']['Order'], 'payment_method' | 'payment_status'>

/** How an order is paid and how far that is, in words. */
export function paymentLabel({ payment_method: method, payment_status: status }: Payment): string {
  return method === 'ONLINE' && status === 'PAID' ? texts.paidOnline : texts.statuses[status]
}
