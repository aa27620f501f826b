import { MAX_QUANTITY } from '@/features/cart/api'
import type { Product } from '@/features/catalog/api'
import { type Paise, payable, toPaise } from '@/lib/money'
import type { OrderRow } from '../api'
import { roundedSums } from '../round-off'
import type { OwnCheckout } from './own-checkouts'

/** How many pieces of the rows, by their id, and of other products a shopper wants. */
export type OrderEdit = {
  quantities: Record<string, number>
  added: { product: Product; quantity: number }[]
}

export const UNCHANGED: OrderEdit = { quantities: {}, added: [] }

/** The rows of an order that come. */
export function editableRows({ rows }: OwnCheckout): OrderRow[] {
  return rows.filter(({ splitOf, delivery_status: status }) => !splitOf && status !== 'CANCELED')
}

/** Reports whether the shopper can change an order by themselves. */
export function canEdit({ stage, payment_status: status }: OwnCheckout): boolean {
  return stage === 'NEW' && status !== 'PENDING'
}

/** Reports whether an order can only become smaller. */
export function isPaidOnline({ payment_method: method }: OwnCheckout): boolean {
  return method === 'ONLINE'
}

export function quantityIn({ quantities }: OrderEdit, row: OrderRow): number {
  return quantities[row._id] ?? row.quantity
}

/** The most pieces of a row: what it has, and for an order that can grow what is left in stock. */
export function mostOf(checkout: OwnCheckout, row: OrderRow, product: Product | undefined): number {
  if (isPaidOnline(checkout) || !product?.publish) return row.quantity
  return Math.min(MAX_QUANTITY, row.quantity + product.stock)
}

/** What a row costs with the pieces that are wanted: those that were ordered at their price, others at today's. */
function rowTotal(row: OrderRow, quantity: number, product: Product | undefined): Paise {
  if (quantity === row.quantity) return toPaise(row.totalAmt)
  const price = payable({ price: row.product_detail.price, discount: row.discount })
  const ordered = Math.min(quantity, row.orderedQuantity)
  return price * ordered + (product ? payable(product) : price) * (quantity - ordered)
}

/** What an order comes to after an edit. `products` are the rows' products as they are sold today, by id. */
export function editedTotal(checkout: OwnCheckout, edit: OrderEdit, products: Map<string, Product>): Paise {
  const rows = editableRows(checkout).map((row) =>
    rowTotal(row, quantityIn(edit, row), products.get(row.producId._id)),
  )
  const added = edit.added.map(({ product, quantity }) => payable(product) * quantity)
  return [...rows, ...added].reduce((sum, total) => sum + total, 0)
}

/**
 * The sums of an order after an edit, before the server has computed them. Each row counts as it is paid itself: of
 * what is paid already only less comes back, and what is more is to pay.
 */
export function sumsAfter(
  checkout: OwnCheckout,
  edit: OrderEdit,
  products: Map<string, Product>,
): { total: Paise; collect: Paise; refundDue: Paise } {
  const total = editedTotal(checkout, edit, products)
  let refundDue = toPaise(checkout.refundDue)
  let collect = toPaise(checkout.collectAmt) + total - toPaise(checkout.totalAmt)
  for (const row of editableRows(checkout)) {
    const less = toPaise(row.totalAmt) - rowTotal(row, quantityIn(edit, row), products.get(row.producId._id))
    if (row.payment_status !== 'PAID' || less <= 0) continue
    refundDue += less
    collect += less
  }
  return roundedSums(checkout, { total, collect, refundDue })
}

/** Sets how many pieces of a product are added; none takes it out again. */
export function withAdded(edit: OrderEdit, product: Product, quantity: number): OrderEdit {
  const others = edit.added.filter((one) => one.product._id !== product._id)
  const known = others.length < edit.added.length
  if (quantity === 0) return { ...edit, added: others }
  if (!known) return { ...edit, added: [...edit.added, { product, quantity }] }
  return {
    ...edit,
    added: edit.added.map((one) => (one.product._id === product._id ? { product, quantity } : one)),
  }
}

export type EditBody = {
  version: number
  rows: { _id: string; quantity: number }[]
  added: { productId: string; quantity: number }[]
  totalAmt: number
}

/** What the server is sent of an edit: only rows that change, and the sum that the shopper was shown. */
export function editBody(checkout: OwnCheckout, edit: OrderEdit, total: Paise): EditBody {
  const rows = editableRows(checkout)
    .filter((row) => quantityIn(edit, row) !== row.quantity)
    .map((row) => ({ _id: row._id, quantity: quantityIn(edit, row) }))
  const added = edit.added.map(({ product, quantity }) => ({ productId: product._id, quantity }))
  return { version: checkout.version, rows, added, totalAmt: total / 100 }
}
