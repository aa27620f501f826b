import { useSyncExternalStore } from 'react'

/** The width from which a table fits the window. */
export const TABLET = '(min-width: 768px)'

/** Reports whether the window matches a media query; false when rendering on a server. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
