import { useQuery } from '@tanstack/react-query'
import type { Product } from '@/features/catalog/api'
import { StockNotice } from '@/features/catalog/stock-notice'
import { useLoggedIn } from '@/lib/session'
import { cartQuery, quantityOf } from './api'

/** The notice of a product's low stock, less what the cart holds of it. */
export function CartStockNotice({ product }: { product: Product }) {
  const { data: inCart = 0 } = useQuery({
    ...cartQuery(useLoggedIn()),
    // The card's action fetches a stale cart anew. Each observer that may, sets its timer anew with every change of the cart.
    staleTime: Number.POSITIVE_INFINITY,
    select: (lines) => quantityOf(lines, product._id),
  })
  return <StockNotice stock={product.stock} inCart={inCart} />
}
