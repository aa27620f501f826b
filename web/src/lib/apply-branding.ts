import { type ShopBranding, setShopBranding, shopBranding } from './shop-branding'

/** Applies the branding that the owner has just saved. `version` is the settings' version and part of the color stylesheet's URL. */
export function applyBranding(next: ShopBranding, version: number): void {
  const recolored = next.accent !== shopBranding().accent
  if (recolored) {
    const link =
      document.querySelector<HTMLLinkElement>('link[href^="/shop.css"]') ??
      document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'stylesheet' }))
    link.href = `/shop.css?v=${version}`
  }
  setShopBranding(next)
}
