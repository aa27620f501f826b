import { useEffect } from 'react'

/** Shows a count on the installed app's icon, in browsers that support it; 0 removes it. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // Browsers reject the call on pages that are not installed.
    const ignore = () => {}
    if (count > 0) navigator.setAppBadge?.(count).catch(ignore)
    else navigator.clearAppBadge?.().catch(ignore)
  }, [count])
}
