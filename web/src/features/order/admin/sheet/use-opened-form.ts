import { useEffect, useRef } from 'react'

/**
 * Focuses a form that replaces the button that opened it, and scrolls it into view whenever its size changes. Returns
 * its ref; the form needs a tabIndex of -1.
 */
export function useOpenedForm() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    element.focus({ preventScroll: true })
    const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return form
}
