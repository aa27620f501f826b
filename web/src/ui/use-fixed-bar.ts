import { type RefCallback, useCallback } from 'react'

const PROPERTY = '--fixed-bar'

/**
 * Returns the ref of a bar that is fixed to the window's foot: the page scrolls what gets the focus clear of it, however
 * high it is (styles/base.css; WCAG 2.2, 2.4.11). Where the bar is not fixed, as on wide screens, it changes nothing.
 */
export function useFixedBar(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement | null) => {
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const fixed = getComputedStyle(bar).position === 'fixed'
      const height = fixed ? innerHeight - bar.getBoundingClientRect().top : 0
      style.setProperty(PROPERTY, `${height}px`)
    })
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty(PROPERTY)
    }
  }, [])
}
