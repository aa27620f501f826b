import { useSyncExternalStore } from 'react'
import { afterPaint } from '@/lib/after-paint'
import type { Tone } from '@/ui/tone'
import type { Product } from './api'

/** A product whose card was pressed, that card, and where the content of its page begins: in px from the window's top. */
export type Preview = { product: Product; tone: Tone | undefined; card: Element | null; top: number }

/** Less than the router's pendingMs: the page's skeleton would be shown below the preview, and hold the page back. */
const MAX_WAIT_MS = 100

let preview: Preview | undefined
const listeners = new Set<() => void>()

function setPreview(next: Preview | undefined): void {
  preview = next
  for (const listener of listeners) listener()
}

/**
 * Shows the first screen of a product's page while the router navigates there; call it before the navigation. A press that
 * opens a tab of its own navigates nowhere, and shows nothing.
 */
export function showProductPreview(product: Product, tone: Tone | undefined, card: Element | null): void {
  // The header and the notices below it stay.
  const above = document.getElementById('content')?.closest('header ~ *')?.previousElementSibling
  const top = above instanceof HTMLElement ? above.offsetTop + above.offsetHeight : 0
  setPreview({ product, tone, card, top })
}

export const hideProductPreview = () => setPreview(undefined)

/** Returns what is previewed; undefined for nothing. */
export function useProductPreview(): Preview | undefined {
  return useSyncExternalStore(subscribe, readPreview, readPreview)
}

/** Returns the product with this id if it is the previewed one. */
export function previewedProduct(productId: string): Product | undefined {
  return preview?.product._id === productId ? preview.product : undefined
}

/** Resolves once the preview is painted, at once without one: rendering the page in the same task would delay that paint. */
export async function previewPainted(): Promise<void> {
  if (!preview) return
  await new Promise<void>((resolve) => {
    afterPaint(resolve)
    setTimeout(resolve, MAX_WAIT_MS)
  })
}

const readPreview = () => preview

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
