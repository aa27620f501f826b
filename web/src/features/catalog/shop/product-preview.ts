import type { RegisteredRouter } from '@tanstack/react-router'
import { afterPaint } from '@/lib/after-paint'
import { idOf, slugOf } from '@/lib/slug'
import { type PressedProduct, setPreviewedProduct } from '../previewed-product'
import { firstScreenOf } from './first-screen'

/** After it the router navigates even if nothing was painted, as in a window that nobody sees. */
const MAX_WAIT_MS = 100

let endPrevious = () => {}

/**
 * Shows the first screen of a product's page over the page before it, without React, and navigates there once that is painted:
 * the navigation and the page take a cheap phone a third of a second. Whatever else is navigated to meanwhile, and whichever way
 * the navigation ends, ends the preview.
 */
export function showPreviewAndNavigate(router: RegisteredRouter, pressed: PressedProduct): void {
  endPrevious()
  const { product } = pressed
  const screen = firstScreenOf(pressed, contentTop())
  // Not on the root element: the styles of the whole page would be recalculated.
  const header = document.querySelector('header')
  document.body.append(screen)
  header?.setAttribute('data-preview', '')
  setPreviewedProduct(product)

  let navigating = false
  const navigate = () => {
    if (navigating) return
    navigating = true
    router.navigate({ to: '/product/$product', params: { product: slugOf(product) } }).catch((reason) => {
      end()
      throw reason
    })
  }
  const cancelPaint = afterPaint(navigate)
  const timer = setTimeout(navigate, MAX_WAIT_MS)
  const isProductPath = (path: string) => navigating && idOf(path) === product._id
  const unsubscribe = [
    router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      // A list that writes its page into its own address, as it does while it scrolls, cancels no press.
      if (!isProductPath(toLocation.pathname) && (navigating || pathChanged)) end()
    }),
    router.subscribe('onResolved', ({ toLocation }) => {
      if (isProductPath(toLocation.pathname)) end()
    }),
  ]
  const end = () => {
    endPrevious = () => {}
    cancelPaint()
    clearTimeout(timer)
    for (const stop of unsubscribe) stop()
    screen.remove()
    header?.removeAttribute('data-preview')
    setPreviewedProduct(undefined)
  }
  endPrevious = end
}

/** Returns where the page's content begins, in px from the window's top: below the header, and the room of the notices below it. */
function contentTop(): number {
  const above = document.getElementById('content')?.closest('header ~ *')?.previousElementSibling
  return above instanceof HTMLElement ? above.offsetTop + above.offsetHeight : 0
}
