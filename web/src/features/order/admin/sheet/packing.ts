import { type Paise, payable, toPaise } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import type { OrderRow } from '../../api'
import { roundedSums } from '../../round-off'
import type { Checkout } from '../checkouts-api'

type Quantity = { quantity: number; grams?: number }

/** The lines of an order; the rows of missing pieces that were paid for are none of their own. */
export function linesOf({ rows }: Checkout): OrderRow[] {
  return rows.filter(({ splitOf }) => !splitOf)
}

/** Returns the lines that are still to be delivered or were. */
export function liveLines(checkout: Checkout): OrderRow[] {
  return linesOf(checkout).filter(({ delivery_status: status }) => status !== 'CANCELED')
}

/** Returns the unticked lines. */
export function untickedLines(checkout: Checkout): OrderRow[] {
  return liveLines(checkout).filter(({ picked }) => !picked)
}

/** Reports whether nothing of an order will be delivered. */
export function isCanceled(checkout: Checkout): boolean {
  return checkout.stage === 'DONE' && liveLines(checkout).length === 0
}

/** Reports whether the lines can be packed short, or up again. */
export function canPack(checkout: Checkout): boolean {
  if (checkout.stage === 'DONE') return isCanceled(checkout)
  return checkout.stage !== 'OUT'
}

/** Reports whether products can still be added and replaced. */
export function canAdd({ stage }: Checkout): boolean {
  return stage === 'NEW' || stage === 'PACKING'
}

/** Returns the weight in grams that a unit names ("500 g", "1.5kg"); undefined for any other unit. */
export function gramsOf(unit: string): number | undefined {
  const [, number, scale] =
    /^(\d+(?:\.\d+)?) ?(g|gm|gram|grams|kg)$/.exec(asciiDigits(unit).trim().toLowerCase()) ?? []
  if (!number) return undefined
  const grams = Math.round(Number(number) * (scale === 'kg' ? 1000 : 1))
  return grams > 0 ? grams : undefined
}

/** Returns the grams that were typed: "2950", "2950 g" or "2.950 kg"; not a number: NaN. */
export function typedGrams(typed: string): number {
  return gramsOf(typed) ?? Number(asciiDigits(typed))
}

/** Returns what one piece of a line costs. */
function piecePrice({ product_detail: { price }, discount }: OrderRow): Paise {
  return payable({ price, discount })
}

/** Returns what a line costs with the pieces and the weight that are packed; never more than the pieces themselves. */
export function packedTotal(row: OrderRow, { quantity, grams }: Quantity): Paise {
  const total = piecePrice(row) * quantity
  const ordered = (gramsOf(row.unit) ?? 0) * quantity
  if (grams === undefined || ordered === 0) return total
  return Math.min(total, Math.floor((total * grams * 2 + ordered) / (2 * ordered)))
}

/** The sums of an order, in paise. */
export type Sums = { total: Paise; collect: Paise; refundDue: Paise }

export function sumsOf({ totalAmt, collectAmt, refundDue }: Checkout): Sums {
  return { total: toPaise(totalAmt), collect: toPaise(collectAmt), refundDue: toPaise(refundDue) }
}

/**
 * Returns the sums of an order once a line costs `after`: what the server will make of it. A line counts as it is paid
 * itself, for one order may be paid in part; money that was given back stays as it is.
 */
export function sumsWith(checkout: Checkout, row: OrderRow, after: Paise): Sums {
  const sums = sumsOf(checkout)
  const difference = after - (row.delivery_status === 'CANCELED' ? 0 : toPaise(row.totalAmt))
  const { payment_status: status } = row
  return roundedSums(checkout, {
    total: sums.total + difference,
    collect: status === 'COD' ? sums.collect + difference : sums.collect,
    refundDue: status === 'PAID' || status === 'REFUND DUE' ? sums.refundDue - difference : sums.refundDue,
  })
}

/** Pieces of a line that come back. */
export type Returned = { row: OrderRow; quantity: number }

/** Returns the lines of which pieces can come back: those that have left the shop. */
export function returnableLines(checkout: Checkout): OrderRow[] {
  if (checkout.stage !== 'OUT' && checkout.stage !== 'DONE') return []
  return liveLines(checkout).filter(({ payment_status: status }) => status === 'COD' || status === 'PAID')
}

/** Returns what pieces of a line cost as packed, half a paisa rounded up. */
function returnedTotal({ row, quantity }: Returned): Paise {
  return Math.floor((toPaise(row.totalAmt) * quantity * 2 + row.quantity) / (2 * row.quantity))
}

/** Returns the sums of an order once pieces have come back: what the server will make of it. */
export function sumsAfterReturn(checkout: Checkout, returns: Returned[]): Sums {
  const after = returns.reduce((sums, returned) => {
    const amount = returnedTotal(returned)
    const paid = returned.row.payment_status === 'PAID'
    return {
      total: sums.total - amount,
      collect: paid ? sums.collect : sums.collect - amount,
      refundDue: paid ? sums.refundDue + amount : sums.refundDue,
    }
  }, sumsOf(checkout))
  return roundedSums(checkout, after)
}

/** Returns how many pieces of a line came back after they were paid for. */
export function returnedPieces({ rows }: Checkout, { _id, quantity, returned }: OrderRow): number {
  if (returned) return quantity
  return rows
    .filter((row) => row.splitOf === _id && row.returned)
    .reduce((pieces, row) => pieces + row.quantity, 0)
}

type Priced = { price: number; discount: number }

/** Returns what pieces of a product cost that replace a line: never more than the line. */
export function replacementTotal(row: OrderRow, product: Priced, quantity: number): Paise {
  return Math.min(payable(product), Math.floor(toPaise(row.totalAmt) / quantity)) * quantity
}

export type BillLine = {
  key: string
  name: string
  kind: 'short' | 'none' | 'instead' | 'returned'
  amount: Paise
}

/** Returns what was ordered, what changed it line by line, and the total: the parts sum up to it. */
export function billOf(checkout: Checkout): { items: number; ordered: Paise; changes: BillLine[] } {
  const bill = { items: 0, ordered: 0, changes: [] as BillLine[] }
  for (const row of linesOf(checkout)) {
    const live = row.delivery_status === 'CANCELED' ? 0 : toPaise(row.totalAmt)
    const { _id: key, replaces, orderedQuantity, product_detail: product } = row
    if (replaces) {
      bill.changes.push({ key, name: product.name, kind: 'instead', amount: live })
      continue
    }
    const ordered = piecePrice(row) * orderedQuantity
    bill.items += orderedQuantity
    bill.ordered += ordered
    if (live !== ordered) {
      bill.changes.push({
        key,
        name: product.name,
        kind: returnedPieces(checkout, row) > 0 ? 'returned' : live === 0 ? 'none' : 'short',
        amount: live - ordered,
      })
    }
  }
  return bill
}
