import { type Paise, payable, toPaise } from '@/lib/money'
import { parseNumber } from '@/lib/plain-number'
import { asciiDigits } from '@/lib/typed-number'
import type { Line } from '../../api'
import { roundedSums } from '../../round-off'
import type { Order } from '../orders-api'

type Quantity = { quantity: number; grams?: number }

/** Returns an order's lines, except lines with only the paid missing pieces of another line. */
export function linesOf({ rows: lines }: Order): Line[] {
  return lines.filter(({ splitOf }) => !splitOf)
}

/** Returns the lines that are not canceled. */
export function liveLines(order: Order): Line[] {
  return linesOf(order).filter(({ delivery_status: status }) => status !== 'CANCELED')
}

/** Returns the unticked lines. */
export function untickedLines(order: Order): Line[] {
  return liveLines(order).filter(({ picked }) => !picked)
}

/** Reports whether an order was canceled as a whole. */
export function isCanceled(order: Order): boolean {
  return order.stage === 'DONE' && liveLines(order).length === 0
}

/** Reports whether the packed quantities of the lines can be changed. */
export function canPack(order: Order): boolean {
  if (order.stage === 'DONE') return isCanceled(order)
  return order.stage !== 'OUT'
}

/** Reports whether products can still be added or replaced. */
export function canAdd({ stage }: Order): boolean {
  return stage === 'NEW' || stage === 'PACKING'
}

/** Returns the grams of a unit that is a weight ("500 g", "1.5kg"); undefined for other units. */
export function gramsOf(unit: string): number | undefined {
  const [, number, scale] =
    /^(\d+(?:\.\d+)?) ?(g|gm|gram|grams|kg)$/.exec(asciiDigits(unit).trim().toLowerCase()) ?? []
  if (!number) return undefined
  const grams = Math.round(Number(number) * (scale === 'kg' ? 1000 : 1))
  return grams > 0 ? grams : undefined
}

/** Parses typed grams: "2950", "2950 g" or "2.950 kg"; NaN if it is not a number. */
export function typedGrams(typed: string): number {
  return gramsOf(typed) ?? parseNumber(typed)
}

/** Returns the price of one piece of a line. */
function piecePrice({ product_detail: { price }, discount }: Line): Paise {
  return payable({ price, discount })
}

/** Returns the price of a line for its packed pieces and weight; never more than the price of the pieces. */
export function packedTotal(line: Line, { quantity, grams }: Quantity): Paise {
  const total = piecePrice(line) * quantity
  const ordered = (gramsOf(line.unit) ?? 0) * quantity
  if (grams === undefined || ordered === 0) return total
  return Math.min(total, Math.floor((total * grams * 2 + ordered) / (2 * ordered)))
}

/** The sums of an order, in paise. */
export type Sums = { total: Paise; collect: Paise; refundDue: Paise }

export function sumsOf({ totalAmt, collectAmt, refundDue }: Order): Sums {
  return { total: toPaise(totalAmt), collect: toPaise(collectAmt), refundDue: toPaise(refundDue) }
}

/**
 * Returns the sums of an order if a line costs `after`, computed as on the server. Each line counts by its own payment
 * status, since an order may be paid in part; refunded amounts are unchanged.
 */
export function sumsWith(order: Order, line: Line, after: Paise): Sums {
  const sums = sumsOf(order)
  const difference = after - (line.delivery_status === 'CANCELED' ? 0 : toPaise(line.totalAmt))
  const { payment_status: status } = line
  return roundedSums(order, {
    total: sums.total + difference,
    collect: status === 'COD' ? sums.collect + difference : sums.collect,
    refundDue: status === 'PAID' || status === 'REFUND DUE' ? sums.refundDue - difference : sums.refundDue,
  })
}

/** Returned pieces of a line. */
export type Returned = { line: Line; quantity: number }

/** Returns the lines that have left the shop: their pieces can be returned. */
export function returnableLines(order: Order): Line[] {
  if (order.stage !== 'OUT' && order.stage !== 'DONE') return []
  return liveLines(order).filter(({ payment_status: status }) => status === 'COD' || status === 'PAID')
}

/** Returns the price of returned pieces as packed; half a paisa rounds up. */
function returnedTotal({ line, quantity }: Returned): Paise {
  return Math.floor((toPaise(line.totalAmt) * quantity * 2 + line.quantity) / (2 * line.quantity))
}

/** Returns the sums of an order after a return, computed as on the server. */
export function sumsAfterReturn(order: Order, returns: Returned[]): Sums {
  const after = returns.reduce((sums, returned) => {
    const amount = returnedTotal(returned)
    const paid = returned.line.payment_status === 'PAID'
    return {
      total: sums.total - amount,
      collect: paid ? sums.collect : sums.collect - amount,
      refundDue: paid ? sums.refundDue + amount : sums.refundDue,
    }
  }, sumsOf(order))
  return roundedSums(order, after)
}

/** Returns how many pieces of a line were returned after payment. */
export function returnedPieces({ rows: lines }: Order, { _id, quantity, returned }: Line): number {
  if (returned) return quantity
  return lines
    .filter((line) => line.splitOf === _id && line.returned)
    .reduce((pieces, line) => pieces + line.quantity, 0)
}

type Priced = { price: number; discount: number }

/** Returns the price of a replacement; never more than the line's. */
export function replacementTotal(line: Line, product: Priced, quantity: number): Paise {
  return Math.min(payable(product), Math.floor(toPaise(line.totalAmt) / quantity)) * quantity
}

export type BillLine = {
  key: string
  name: string
  kind: 'short' | 'none' | 'instead' | 'returned'
  amount: Paise
}

/** Returns the bill of an order: the ordered total and each line's change, which add up to the total. */
export function billOf(order: Order): { items: number; ordered: Paise; changes: BillLine[] } {
  const bill = { items: 0, ordered: 0, changes: [] as BillLine[] }
  for (const line of linesOf(order)) {
    const live = line.delivery_status === 'CANCELED' ? 0 : toPaise(line.totalAmt)
    const { _id: key, replaces, orderedQuantity, product_detail: product } = line
    if (replaces) {
      bill.changes.push({ key, name: product.name, kind: 'instead', amount: live })
      continue
    }
    const ordered = piecePrice(line) * orderedQuantity
    bill.items += orderedQuantity
    bill.ordered += ordered
    if (live !== ordered) {
      bill.changes.push({
        key,
        name: product.name,
        kind: returnedPieces(order, line) > 0 ? 'returned' : live === 0 ? 'none' : 'short',
        amount: live - ordered,
      })
    }
  }
  return bill
}
