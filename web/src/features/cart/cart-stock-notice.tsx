import type { Product } from '@/features/catalog/api'
import { StockNotice } from '@/features/catalog/stock-notice'
import { useQuantityInCart } from './cart-quantities'

/** The low-stock notice of a product; pieces in the cart count as taken. */
export function CartStockNotice({ product }: { product: Product }) {
  return <StockNotice product={product} inCart={useQuantityInCart(product._id)} />
}
