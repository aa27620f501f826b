import type { RegisteredRouter } from '@tanstack/react-router'
import type { Tone } from '@/ui/tone'
import type { Product } from './api'

/** A product whose card is pressed, and that card. */
export type PressedProduct = { product: Product; tone: Tone | undefined; card: Element | null }

type Navigate = (router: RegisteredRouter, pressed: PressedProduct) => void

let navigate: Navigate | undefined
let previewed: Product | undefined

/** Sets what shows the preview of a product's page and navigates there. Its code comes after the first page's. */
export function enablePreviews(navigateWithPreview: Navigate): void {
  navigate = navigateWithPreview
}

/** Navigates to a product's page with a preview of it, and reports whether that can be done yet. */
export function navigateWithPreview(router: RegisteredRouter, pressed: PressedProduct): boolean {
  navigate?.(router, pressed)
  return navigate !== undefined
}

/** Sets the product that is previewed; undefined for none. */
export function setPreviewedProduct(product: Product | undefined): void {
  previewed = product
}

/** Returns the product with this id if it is the previewed one. */
export function previewedProduct(productId: string): Product | undefined {
  return previewed?._id === productId ? previewed : undefined
}
