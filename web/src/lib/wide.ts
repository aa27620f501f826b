import { useSyncExternalStore } from 'react'

const TABLET = '(min-width: 768px)'

/** Whether a table fits the window; false while rendering on a server. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(TABLET)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(TABLET).matches,
    () => false,
  )
}
