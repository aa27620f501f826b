import type { RegisteredRouter } from '@tanstack/react-router'
import type { Tone } from '@/ui/tone'
import type { Product } from './api'

/** A product whose card is pressed, and that card. */
export type PressedProduct = { product: Product; tone: Tone | undefined; card: Element | null }

/** Shows a preview of a product's page and navigates there. */
type PreviewNavigation = (router: RegisteredRouter, pressed: PressedProduct) => void

let previewNavigation: PreviewNavigation | undefined
let previewed: Product | undefined

/** Has presses of cards navigate with a preview from now on: its code comes after the first page's. */
export function enablePreviews(navigation: PreviewNavigation): void {
  previewNavigation = navigation
}

/** Navigates to a product's page with a preview of it, and reports whether it did: not before the preview's code has loaded. */
export function tryNavigateWithPreview(router: RegisteredRouter, pressed: PressedProduct): boolean {
  previewNavigation?.(router, pressed)
  return previewNavigation !== undefined
}

/** Sets the product that is previewed; undefined for none. */
export function setPreviewedProduct(product: Product | undefined): void {
  previewed = product
}

/** Returns the product with this id if it is the previewed one. */
export function previewedProduct(productId: string): Product | undefined {
  return previewed?._id === productId ? previewed : undefined
}
