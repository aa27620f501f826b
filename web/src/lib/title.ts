import { useEffect } from 'react'
import { useShopFace } from './shop-face'

/** Names the page in the tab while it is shown. The server writes the first one into the HTML. */
export function useTitle(title: string | undefined): void {
  const { name } = useShopFace()
  useEffect(() => {
    document.title = title ? `${title} - ${name}` : name
  }, [title, name])
}
