import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { USER_SCOPE, userScope } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { type Paise, payable, toPaise } from '@/lib/money'
import { postToTabs } from '@/lib/tab-channel'
import type { components } from '@/schema'
import { saveAddedPrices } from './added-prices'
import { availableLines } from './shortages'

export type CartLine = components['schemas']['CartLine']

/** Distinguishes the lines of one product. */
export type Variant = Pick<CartLine, 'size' | 'color'>

/** The maximum quantity of one line, in pieces. */
export const MAX_QUANTITY = 99

export const cartKey = [USER_SCOPE, 'cart']

/** Refetches the cart after the server changed it, here and in the shop's other tabs. */
export function invalidateCart(queryClient: QueryClient): Promise<void> {
  postToTabs('cart')
  return queryClient.invalidateQueries({ queryKey: cartKey })
}

/** Returns the query of the shopper's cart, oldest line first; disabled without a login. */
export function cartQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: [userScope(loggedIn), 'cart'],
    queryFn: loggedIn ? ({ signal }) => getCart(signal) : skipToken,
  })
}

async function getCart(signal: AbortSignal): Promise<CartLine[]> {
  const lines = await unwrapEnvelope(client.GET('/api/cart/get', { signal }))
  saveAddedPrices(lines)
  return lines
}

type NewLine = Variant & { productId: string; quantity: number; createdAt?: string }

export const cartCalls = {
  /** Adds a line at the end of the cart; with `createdAt`, at the position of a line created at that time. */
  create: (body: NewLine, signal: AbortSignal) =>
    unwrapEnvelope(client.POST('/api/cart/create', { body, signal })),
  update: (body: { _id: string; qty: number }, signal: AbortSignal) =>
    unwrapEnvelope(client.PUT('/api/cart/update-qty', { body, signal })),
  remove: async (_id: string, signal: AbortSignal) => {
    await unwrapEnvelope(client.DELETE('/api/cart/deleteCartItem', { body: { _id }, signal }))
  },
}

/** Returns the line that a product's stepper changes: the one without size and color, else the first. */
export function findLine(lines: CartLine[] | undefined, productId: string): CartLine | undefined {
  const candidates = lines?.filter((line) => line.productId._id === productId) ?? []
  return candidates.find(({ size, color }) => !size && !color) ?? candidates[0]
}

/**
 * Returns the quantity of the line that a product's stepper changes (findLine), without other sizes and colors; 0
 * without such a line.
 */
export function quantityOf(lines: CartLine[] | undefined, productId: string): number {
  return findLine(lines, productId)?.quantity ?? 0
}

export type CartTotals = { count: number; total: Paise; undiscounted: Paise; savings: Paise }

/** Returns the displayed totals of the available lines: pieces, and sums in paise. The server computes an order's own. */
export function totalsOf(lines: CartLine[]): CartTotals {
  let count = 0
  let total = 0
  let undiscounted = 0
  for (const { productId: product, quantity } of availableLines(lines)) {
    count += quantity
    total += payable(product) * quantity
    undiscounted += toPaise(product.price) * quantity
  }
  return { count, total, undiscounted, savings: undiscounted - total }
}
