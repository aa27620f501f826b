import { useSyncExternalStore } from 'react'

/** The shop's texts and colors that every page shows. */
export type ShopBranding = {
  name: string
  /** The text of the banner. */
  heading: string
  /** The URL of the logo; '' if the shop shows its name. */
  logo: string
  /** #rrggbb; '' for the default color. */
  accent: string
}

/** The name of a shop that has not set one. */
export const DEFAULT_NAME = 'Kirana'
const DEFAULT_BRANDING: ShopBranding = { name: DEFAULT_NAME, heading: '', logo: '', accent: '' }

let branding: ShopBranding | undefined

/** Parses the branding that the server embeds in the page for the first paint. */
function embeddedBranding(): ShopBranding {
  if (typeof document === 'undefined') return DEFAULT_BRANDING
  const text = document.getElementById('shop-branding')?.textContent
  return text ? { ...DEFAULT_BRANDING, ...(JSON.parse(text) as Partial<ShopBranding>) } : DEFAULT_BRANDING
}

/** Returns the current branding. */
export function shopBranding(): ShopBranding {
  branding ??= embeddedBranding()
  return branding
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the branding for rendering on the server. */
export function setServerBranding(next: Partial<ShopBranding>): void {
  branding = { ...DEFAULT_BRANDING, ...next }
}

/** Returns the shop's branding: as embedded in the page, or as the owner has saved it since. */
export function useShopBranding(): ShopBranding {
  return useSyncExternalStore(subscribe, shopBranding, shopBranding)
}

/** Replaces the branding on all pages. */
export function setShopBranding(next: ShopBranding): void {
  branding = next
  for (const listener of listeners) listener()
}
