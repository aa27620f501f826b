import type { Line } from '../api'
import { texts } from '../texts'
import { sheetTexts } from './sheet/sheet-texts'

/** The delivery address of an order in one line. */
export function addressText({ delivery_address: { address_line, city, pincode } }: Line): string {
  return address_line ? `${address_line}, ${city} ${pincode}` : texts.noAddress
}

/** Names the receiver of an order who is not the customer. */
export const receiverText = (receiver: string) => texts.forReceiver(receiver)

/** Formats a number of pieces, with the unit if there is one. */
export const piecesText = (count: number, unit: string) =>
  unit ? sheetTexts.ofUnit(count, unit) : sheetTexts.pieces(count)

/** The unit, quantity, size and color of an order in one line. */
export function quantityText({ unit, quantity, size, color }: Line): string {
  return [
    unit ? `${unit} × ${quantity}` : `× ${quantity}`,
    size && texts.size(size),
    color && texts.color(color),
  ]
    .filter(Boolean)
    .join(' · ')
}
