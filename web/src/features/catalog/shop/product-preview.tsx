import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { idOf } from '@/lib/slug'
import { hideProductPreview, useProductPreview } from '../product-preview'
import { firstScreenOf } from './first-screen'

/**
 * The first screen of a product's page over the page before it, from the press of a card until the page is rendered:
 * that takes a cheap phone a quarter of a second.
 */
export function ProductPreview() {
  const preview = useProductPreview()
  const productId = preview?.product._id
  // Whatever else is navigated to meanwhile, and whichever way the navigation ends, ends the preview.
  const navigating = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location !== resolvedLocation && idOf(location.pathname) === productId,
  })
  useLayoutEffect(() => {
    if (!preview || !navigating) return
    const screen = firstScreenOf(preview)
    // Not on the root element: the styles of the whole page would be looked at.
    const header = document.querySelector('header')
    document.body.append(screen)
    header?.setAttribute('data-preview', '')
    return () => {
      screen.remove()
      header?.removeAttribute('data-preview')
    }
  }, [preview, navigating])
  useEffect(() => {
    if (productId && !navigating) hideProductPreview()
  }, [productId, navigating])
  return null
}
