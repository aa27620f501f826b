import { type Paise, toPaise } from '@/lib/money'
import type { Wish } from '../../wish'
import type { Order } from '../orders-api'
import { returnedPieces } from '../sheet/packing'

/** A line of a packing slip or bill. */
export type PaperLine = {
  _id: string
  name: string
  /** Unit, size and color in one line; the weight for weighed goods. */
  detail: string
  /** The sub-category; '' if the product is deleted. */
  shelf: string
  ordered: number
  /** The packed pieces; 0 for a canceled line. */
  packed: number
  /** The returned pieces. */
  returned: number
  /** The price of one piece. */
  price: Paise
  amount: Paise
  /** The name of the product that this one replaces. */
  insteadOf?: string
  /** What to do if the product is out of stock. */
  wish: Wish
}

/**
 * Returns the printed lines of an order, as ordered. A replaced line appears with its replacement. Missing pieces of a paid
 * line, which are stored as a line of their own, are merged into that line.
 */
export function paperLines(order: Order): PaperLine[] {
  const { rows: lines } = order
  const replaced = new Map(lines.map((line) => [line._id, line.product_detail.name]))
  const replacedIds = new Set(
    lines.filter(({ delivery_status: status }) => status !== 'CANCELED').map(({ replaces }) => replaces),
  )
  return lines
    .filter(
      ({ _id, splitOf, delivery_status: status }) =>
        !splitOf && !(status === 'CANCELED' && replacedIds.has(_id)),
    )
    .map((line) => {
      const { product_detail: product, weightGrams, delivery_status: status } = line
      const packed = status === 'CANCELED' ? 0 : line.quantity
      return {
        _id: line._id,
        name: product.name,
        detail: [line.unit, line.size, line.color, packed > 0 && weightGrams && `${weightGrams} g`]
          .filter(Boolean)
          .join(' · '),
        shelf: line.shelf ?? '',
        ordered: line.orderedQuantity,
        packed,
        returned: returnedPieces(order, line),
        price: toPaise(product.price) - toPaise(line.discount),
        wish: line.wish,
        amount: packed > 0 ? toPaise(line.totalAmt) : 0,
        insteadOf: line.replaces ? replaced.get(line.replaces) : undefined,
      }
    })
}
