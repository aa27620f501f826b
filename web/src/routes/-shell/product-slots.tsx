import { ProductCartAction } from '@/features/cart/cart-action'
import { CartStockNotice } from '@/features/cart/cart-stock-notice'
import type { ProductSlots } from '@/features/catalog/product-slots'

/** What the cart adds to the catalog's pages. */
export const productSlots: ProductSlots = (product) => ({
  action: <ProductCartAction product={product} />,
  pageAction: <ProductCartAction product={product} size="large" />,
  stockNotice: <CartStockNotice product={product} />,
})

/** The same for a listing, whose cards are narrower. */
export const listingSlots: ProductSlots = (product) => ({
  ...productSlots(product),
  action: <ProductCartAction product={product} size="compact" />,
})
