import { useEffect } from 'react'

/** Shows a count on the installed app's icon, where the browser can; none for 0. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // Browsers refuse it to pages that are not installed.
    const ignore = () => {}
    if (count > 0) navigator.setAppBadge?.(count).catch(ignore)
    else navigator.clearAppBadge?.().catch(ignore)
  }, [count])
}
