import { useEffect } from 'react'
import { texts } from './texts'

/** Names the page in the tab while it is shown. The server writes the first one into the HTML. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} - ${texts.shop}` : texts.shop
  }, [title])
}
