import { type RefCallback, useCallback } from 'react'

/** Between the bar and what has the focus, in px; alone where no bar is fixed, in styles/base.css. */
const SPACE = 8

/**
 * Returns the ref of a bar that is fixed to the window's foot: the page scrolls what gets the focus clear of it, however
 * high it is (WCAG 2.2, 2.4.11). Where the bar is not fixed, as on wide screens, it changes nothing.
 */
export function useFixedBar(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement | null) => {
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const fixed = getComputedStyle(bar).position === 'fixed'
      const height = fixed ? innerHeight - bar.getBoundingClientRect().top : 0
      // No custom property: all elements inherit those of the root, and each would be styled anew.
      style.scrollPaddingBottom = `${height + SPACE}px`
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [])
}
