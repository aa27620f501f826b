import { useEffect } from 'react'
import { useShopBranding } from './shop-branding'

/** Sets the document title while the component is mounted. The server writes the first title into the HTML. */
export function useTitle(title: string | undefined): void {
  const { name } = useShopBranding()
  useEffect(() => {
    document.title = title ? `${title} - ${name}` : name
  }, [title, name])
}
