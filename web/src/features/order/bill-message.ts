import { formatRupees, toPaise } from '@/lib/money'
import { whatsAppLink } from '@/lib/phone'
import type { components } from '@/schema'
import { billOrderTexts as texts } from './bill-order-texts'
import { validBills } from './bill-settlement'

type Entry = components['schemas']['BillReference']
type Receiver = { name: string; mobile: string }

/**
 * Returns the WhatsApp URL that sends a customer the links of an order's bills: name, number, sum and link. Returns
 * undefined without a phone number or if no bill has a link.
 */
export function billMessage(to: Receiver, shop: string, bills: Entry[]): string | undefined {
  const lines = validBills({ bills })
    .filter(({ url }) => url)
    .map(({ number, payable, url }) => texts.messageLine(number, formatRupees(toPaise(payable)), url))
  if (!to.mobile || lines.length === 0) return undefined
  return whatsAppLink(to.mobile, texts.message(to.name, shop, lines.join('\n')))
}
