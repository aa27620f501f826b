import { MAX_QUANTITY } from '@/features/cart/api'
import type { Product } from '@/features/catalog/api'
import { type Paise, payable, toPaise } from '@/lib/money'
import type { Line } from '../api'
import { roundedSums } from '../round-off'
import type { OwnOrder } from './own-orders'

/** The quantities that the shopper wants: of lines by line id, and of added products. */
export type OrderEdit = {
  quantities: Record<string, number>
  added: { product: Product; quantity: number }[]
}

export const UNCHANGED: OrderEdit = { quantities: {}, added: [] }

/** Returns the lines of an order that will be delivered. */
export function editableLines({ rows: lines }: OwnOrder): Line[] {
  return lines.filter(({ splitOf, delivery_status: status }) => !splitOf && status !== 'CANCELED')
}

/** Reports whether the shopper can still change an order. */
export function canEdit({ stage, payment_status: status }: OwnOrder): boolean {
  return stage === 'NEW' && status !== 'PENDING'
}

/** Reports whether an order was paid online, which allows only smaller quantities. */
export function isPaidOnline({ payment_method: method }: OwnOrder): boolean {
  return method === 'ONLINE'
}

/** Returns the wanted pieces of a line; its ordered pieces if the edit does not change it. */
export function quantityIn({ quantities }: OrderEdit, line: Line): number {
  return quantities[line._id] ?? line.quantity
}

/** Returns the maximum pieces of a line: its own, plus the remaining stock if the order may grow. */
export function maxQuantityOf(order: OwnOrder, line: Line, product: Product | undefined): number {
  if (isPaidOnline(order) || !product?.publish) return line.quantity
  return Math.min(MAX_QUANTITY, line.quantity + product.stock)
}

/** Returns the price of a line with the wanted pieces: ordered pieces at their price, additional ones at today's. */
function lineTotal(line: Line, quantity: number, product: Product | undefined): Paise {
  if (quantity === line.quantity) return toPaise(line.totalAmt)
  const price = payable({ price: line.product_detail.price, discount: line.discount })
  const ordered = Math.min(quantity, line.orderedQuantity)
  return price * ordered + (product ? payable(product) : price) * (quantity - ordered)
}

/** Returns the total of an order after an edit. `products` are its products at today's price and stock, by id. */
export function editedTotal(order: OwnOrder, edit: OrderEdit, products: Map<string, Product>): Paise {
  const rows = editableLines(order).map((line) =>
    lineTotal(line, quantityIn(edit, line), products.get(line.producId._id)),
  )
  const added = edit.added.map(({ product, quantity }) => payable(product) * quantity)
  return [...rows, ...added].reduce((sum, total) => sum + total, 0)
}

/**
 * Estimates the sums of an order after an edit, until the server computes them. Each line counts by its own payment status:
 * a paid line that shrinks causes a refund, and additions are to be paid.
 */
export function sumsAfter(
  order: OwnOrder,
  edit: OrderEdit,
  products: Map<string, Product>,
): { total: Paise; collect: Paise; refundDue: Paise } {
  const total = editedTotal(order, edit, products)
  let refundDue = toPaise(order.refundDue)
  let collect = toPaise(order.collectAmt) + total - toPaise(order.totalAmt)
  for (const line of editableLines(order)) {
    const reduction =
      toPaise(line.totalAmt) - lineTotal(line, quantityIn(edit, line), products.get(line.producId._id))
    if (line.payment_status !== 'PAID' || reduction <= 0) continue
    refundDue += reduction
    collect += reduction
  }
  return roundedSums(order, { total, collect, refundDue })
}

/** Sets the quantity of an added product; 0 removes it. */
export function withAddedQuantity(edit: OrderEdit, product: Product, quantity: number): OrderEdit {
  const rest = edit.added.filter((addition) => addition.product._id !== product._id)
  const known = rest.length < edit.added.length
  if (quantity === 0) return { ...edit, added: rest }
  if (!known) return { ...edit, added: [...edit.added, { product, quantity }] }
  return {
    ...edit,
    added: edit.added.map((addition) =>
      addition.product._id === product._id ? { product, quantity } : addition,
    ),
  }
}

export type EditBody = {
  version: number
  rows: { _id: string; quantity: number }[]
  added: { productId: string; quantity: number }[]
  totalAmt: number
}

/** Returns the request body of an edit: the changed lines only, and the total that the shopper was shown. */
export function editBody(order: OwnOrder, edit: OrderEdit, total: Paise): EditBody {
  const rows = editableLines(order)
    .filter((line) => quantityIn(edit, line) !== line.quantity)
    .map((line) => ({ _id: line._id, quantity: quantityIn(edit, line) }))
  const added = edit.added.map(({ product, quantity }) => ({ productId: product._id, quantity }))
  return { version: order.version, rows, added, totalAmt: total / 100 }
}
