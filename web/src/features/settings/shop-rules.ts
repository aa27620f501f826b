import type { components } from '@/schema'

/** What everyone may know of the shop. Amounts in rupees, times RFC 3339 in UTC. */
export type ShopSettings = components['schemas']['PublicSettings']

/** That the shop is closed or paused. */
export type Closing = {
  paused: boolean
  /** When it opens, or takes orders again after the pause; undefined while that is not known. */
  opensAt: Date | undefined
  /** Whether orders are taken all the same, to be packed then. */
  takesOrders: boolean
}

/** How the shop is closed now; undefined while it is open. */
export function closingOf(shop: ShopSettings): Closing | undefined {
  if (shop.open) return undefined
  const paused = shop.pausedUntil !== null
  const opensAt = paused ? shop.resumesAt : shop.opensAt
  return { paused, opensAt: opensAt ? new Date(opensAt) : undefined, takesOrders: shop.preorders && !paused }
}

/** Reports whether the shop delivers to a pincode, however it is spaced. */
export function delivers({ pincodes }: ShopSettings, pincode: string): boolean {
  return pincodes.length === 0 || pincodes.includes(pincode.replaceAll(' ', ''))
}
