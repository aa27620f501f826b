import type { OrderRow } from '../api'
import { texts } from '../texts'

/** The delivery address of an order in one line. */
export function addressText({ delivery_address: { address_line, city, pincode } }: OrderRow): string {
  return address_line ? `${address_line}, ${city} ${pincode}` : texts.noAddress
}

/** Who takes an order in, where it is not the customer. */
export const receiverText = (receiver: string) => texts.forReceiver(receiver)

/** The unit, quantity, size and color of an order in one line. */
export function quantityText({ unit, quantity, size, color }: OrderRow): string {
  return [
    unit ? `${unit} × ${quantity}` : `× ${quantity}`,
    size && texts.size(size),
    color && texts.color(color),
  ]
    .filter(Boolean)
    .join(' · ')
}
