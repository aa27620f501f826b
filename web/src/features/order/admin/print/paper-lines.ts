import { type Paise, toPaise } from '@/lib/money'
import type { Wish } from '../../wish'
import type { Checkout } from '../checkouts-api'
import { returnedPieces } from '../sheet/packing'

/** A line of a packing slip or bill. */
export type PaperLine = {
  _id: string
  name: string
  /** The unit, size and color in one line; the weight where goods were weighed. */
  detail: string
  /** The sub-category; '' when the product is gone. */
  shelf: string
  ordered: number
  /** What is in the bag: 0 of a line that is canceled. */
  packed: number
  /** Pieces of it that came back. */
  returned: number
  /** Of one piece. */
  price: Paise
  amount: Paise
  /** The name of the product that this one replaces. */
  insteadOf?: string
  /** What to do when it is out of stock. */
  wish: Wish
}

/**
 * The lines of an order's papers, as ordered. What was replaced is named by its replacement; the missing
 * pieces of a line that was paid for are part of that line.
 */
export function paperLines(checkout: Checkout): PaperLine[] {
  const { rows } = checkout
  const replaced = new Map(rows.map((row) => [row._id, row.product_detail.name]))
  const replacedIds = new Set(
    rows.filter(({ delivery_status: status }) => status !== 'CANCELED').map(({ replaces }) => replaces),
  )
  return rows
    .filter(
      ({ _id, splitOf, delivery_status: status }) =>
        !splitOf && !(status === 'CANCELED' && replacedIds.has(_id)),
    )
    .map((row) => {
      const { product_detail: product, weightGrams, delivery_status: status } = row
      const packed = status === 'CANCELED' ? 0 : row.quantity
      return {
        _id: row._id,
        name: product.name,
        detail: [row.unit, row.size, row.color, packed > 0 && weightGrams && `${weightGrams} g`]
          .filter(Boolean)
          .join(' · '),
        shelf: row.shelf ?? '',
        ordered: row.orderedQuantity,
        packed,
        returned: returnedPieces(checkout, row),
        price: toPaise(product.price) - toPaise(row.discount),
        wish: row.wish,
        amount: packed > 0 ? toPaise(row.totalAmt) : 0,
        insteadOf: row.replaces ? replaced.get(row.replaces) : undefined,
      }
    })
}
