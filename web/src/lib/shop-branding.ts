import { useSyncExternalStore } from 'react'

/** What every page shows of the shop. */
export type ShopFace = {
  name: string
  /** The words of the banner. */
  heading: string
  /** A picture's address; '' while the name is painted. */
  logo: string
  /** #rrggbb; '' for the shop's own. */
  accent: string
}

/** The name of a shop that has been given none. */
export const DEFAULT_NAME = 'Kirana'
const DEFAULT_FACE: ShopFace = { name: DEFAULT_NAME, heading: '', logo: '', accent: '' }

let face: ShopFace | undefined

/** What the server wrote into the page, so that the first paint has it. */
function embeddedFace(): ShopFace {
  const text = document.getElementById('shop-face')?.textContent
  return text ? { ...DEFAULT_FACE, ...(JSON.parse(text) as Partial<ShopFace>) } : DEFAULT_FACE
}

/** The shop's face now. */
function shopFace(): ShopFace {
  face ??= embeddedFace()
  return face
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shop's face: the one that the page was loaded with, until its owner saves another one here. */
export function useShopFace(): ShopFace {
  return useSyncExternalStore(subscribe, shopFace, () => DEFAULT_FACE)
}

/** Shows the face that the owner has saved; `version` is the settings', and names the stylesheet of the color. */
export function setShopFace(next: ShopFace, version: number): void {
  const recolored = next.accent !== shopFace().accent
  face = next
  if (recolored) {
    const link =
      document.querySelector<HTMLLinkElement>('link[href^="/shop.css"]') ??
      document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'stylesheet' }))
    link.href = `/shop.css?v=${version}`
  }
  for (const listener of listeners) listener()
}
