import { useEffect } from 'react'
import { useShopBranding } from './shop-branding'

/** Names the page in the tab while it is shown. The server writes the first one into the HTML. */
export function useTitle(title: string | undefined): void {
  const { name } = useShopBranding()
  useEffect(() => {
    document.title = title ? `${title} - ${name}` : name
  }, [title, name])
}
