import type { Product } from '@/features/catalog/api'
import { StockNotice } from '@/features/catalog/stock-notice'
import { useQuantityInCart } from './cart-quantities'

/** The notice of a product's low stock, less what the cart holds of it. */
export function CartStockNotice({ product }: { product: Product }) {
  return <StockNotice stock={product.stock} inCart={useQuantityInCart(product._id)} />
}
