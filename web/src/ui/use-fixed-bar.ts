import { type RefCallback, useCallback } from 'react'

/** The distance in px between the bar and the focused element. styles/base.css has the value without a bar. */
const SPACE = 8

/**
 * Returns a ref for a bar at the foot of the window. It keeps focused elements clear of a fixed bar of any height, by
 * scroll padding (WCAG 2.2, 2.4.11). It has no effect while the bar is not fixed, as on wide screens.
 */
export function useFixedBar(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement | null) => {
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const fixed = getComputedStyle(bar).position === 'fixed'
      const height = fixed ? innerHeight - bar.getBoundingClientRect().top : 0
      // Not a custom property: all elements would inherit it from the root and be restyled.
      style.scrollPaddingBottom = `${height + SPACE}px`
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [])
}
