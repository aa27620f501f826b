import { useSyncExternalStore } from 'react'

/** The shop's texts and colors that every page shows. */
export type ShopBranding = {
  name: string
  /** The words of the banner. */
  heading: string
  /** URL of a picture; '' while the name is shown. */
  logo: string
  /** #rrggbb; '' for the shop's own. */
  accent: string
}

/** The name of a shop that has been given none. */
export const DEFAULT_NAME = 'Kirana'
const DEFAULT_BRANDING: ShopBranding = { name: DEFAULT_NAME, heading: '', logo: '', accent: '' }

let branding: ShopBranding | undefined

/** Parses the branding that the server embeds in the page for the first paint. */
function embeddedBranding(): ShopBranding {
  if (typeof document === 'undefined') return DEFAULT_BRANDING
  const text = document.getElementById('shop-branding')?.textContent
  return text ? { ...DEFAULT_BRANDING, ...(JSON.parse(text) as Partial<ShopBranding>) } : DEFAULT_BRANDING
}

/** Returns the present branding. */
export function shopBranding(): ShopBranding {
  branding ??= embeddedBranding()
  return branding
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gives the pages that the server renders their branding. */
export function setServerBranding(next: Partial<ShopBranding>): void {
  branding = { ...DEFAULT_BRANDING, ...next }
}

/** The shop's branding: the one that the page was loaded with, until its owner saves another one here. */
export function useShopBranding(): ShopBranding {
  return useSyncExternalStore(subscribe, shopBranding, shopBranding)
}

/** Replaces the branding that every page shows. */
export function setShopBranding(next: ShopBranding): void {
  branding = next
  for (const listener of listeners) listener()
}
