import type { components } from '@/schema'

/** The shop's public settings. Amounts are in rupees, times in RFC 3339, UTC. */
export type ShopSettings = components['schemas']['PublicSettings']

/** The state of a closed or paused shop. */
export type Closing = {
  paused: boolean
  /** When it opens or resumes orders; undefined if unknown. */
  opensAt: Date | undefined
  /** Whether it accepts orders meanwhile, to pack them after opening. */
  takesOrders: boolean
}

/** Returns why and until when the shop is closed; undefined while it is open. */
export function closingOf(shop: ShopSettings): Closing | undefined {
  if (shop.open) return undefined
  const paused = shop.pausedUntil !== null
  const opensAt = paused ? shop.resumesAt : shop.opensAt
  return { paused, opensAt: opensAt ? new Date(opensAt) : undefined, takesOrders: shop.preorders && !paused }
}

/** Reports whether the shop delivers to a pincode; spaces in it are ignored. */
export function delivers({ pincodes }: ShopSettings, pincode: string): boolean {
  return pincodes.length === 0 || pincodes.includes(pincode.replaceAll(' ', ''))
}
