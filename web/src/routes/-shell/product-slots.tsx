import { ProductCartAction } from '@/features/cart/cart-action'
import { CartStockNotice } from '@/features/cart/cart-stock-notice'
import type { ProductSlots } from '@/features/catalog/product-slots'

/** What the cart adds to the catalog's pages. */
export const productSlots: ProductSlots = (product) => ({
  action: <ProductCartAction product={product} />,
  stockNotice: <CartStockNotice product={product} />,
})
