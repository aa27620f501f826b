import { queryOptions, skipToken } from '@tanstack/react-query'
import { MINE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { type Paise, payable, toPaise } from '@/lib/money'
import type { components } from '@/schema'
import { keepAddedPrices } from './added-prices'

export type CartLine = components['schemas']['Line']

/** What tells two lines of one product apart. */
export type Kind = Pick<CartLine, 'size' | 'color'>

/** The most of one line that the server takes. */
export const MOST = 99

export const cartKey = [MINE, 'cart']

/** The shopper's cart; empty without a login. The one place every quantity on the page is read from. */
export function cartQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: cartKey,
    queryFn: loggedIn ? ({ signal }) => getCart(signal) : skipToken,
  })
}

async function getCart(signal: AbortSignal): Promise<CartLine[]> {
  const lines = await unwrapEnvelope(client.GET('/api/cart/get', { signal }))
  keepAddedPrices(lines)
  return lines
}

/** The calls that change the cart. */
export const cartCalls = {
  /** Put in at the end, or where a line of that time stood. */
  create: (productId: string, quantity: number, { size, color }: Kind, createdAt?: string) =>
    unwrapEnvelope(
      client.POST('/api/cart/create', { body: { productId, quantity, size, color, createdAt } }),
    ),
  update: (_id: string, qty: number) =>
    unwrapEnvelope(client.PUT('/api/cart/update-qty', { body: { _id, qty } })),
  remove: async (_id: string) => {
    await unwrapEnvelope(client.DELETE('/api/cart/deleteCartItem', { body: { _id } }))
  },
}

/** The line that a product's stepper counts: the one without a size or color, else the first. */
export function lineOf(lines: CartLine[] | undefined, productId: string): CartLine | undefined {
  const its = lines?.filter((line) => line.productId._id === productId) ?? []
  return its.find(({ size, color }) => !size && !color) ?? its[0]
}

export function quantityOf(lines: CartLine[] | undefined, productId: string): number {
  return lineOf(lines, productId)?.quantity ?? 0
}

export type CartTotals = { count: number; total: Paise; undiscounted: Paise; savings: Paise }

/** What the cart comes to, in paise. The checkout's own figures come from the server. */
export function totalsOf(lines: CartLine[]): CartTotals {
  let count = 0
  let total = 0
  let undiscounted = 0
  for (const { productId: product, quantity } of lines) {
    count += quantity
    total += payable(product) * quantity
    undiscounted += toPaise(product.price) * quantity
  }
  return { count, total, undiscounted, savings: undiscounted - total }
}
