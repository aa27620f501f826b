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

/** The shop's face; a page keeps the one it was loaded with. */
export function useShopFace(): ShopFace {
  return useSyncExternalStore(neverChanges, shopFace, () => DEFAULT_FACE)
}

const neverChanges = () => () => {}
