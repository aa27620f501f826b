import { useIsAdmin } from '@/features/account/use-is-admin'
import { AreaCheck } from '@/features/address/shop/area-check'
import { OutOfStock, ProductCartAction } from '@/features/cart/cart-action'
import { CartStockNotice } from '@/features/cart/cart-stock-notice'
import type { ProductSlots } from '@/features/catalog/product-slots'
import { StockNotice } from '@/features/catalog/stock-notice'

/** Returns the cart's parts of the catalog's pages. Called once per page, so that no card queries the user's role. */
export function useProductSlots(): ProductSlots {
  return useIsAdmin() ? administratorSlots : shopperSlots
}

/** useProductSlots for a listing, which has narrower cards. */
export function useListingSlots(): ProductSlots {
  return useIsAdmin() ? administratorSlots : shopperListingSlots
}

const shopperSlots: ProductSlots = (product) => ({
  action: <ProductCartAction product={product} />,
  pageAction: <ProductCartAction product={product} size="large" />,
  area: <AreaCheck />,
  stockNotice: <CartStockNotice product={product} />,
})

const shopperListingSlots: ProductSlots = (product) => ({
  ...shopperSlots(product),
  action: <ProductCartAction product={product} size="compact" />,
})

/** An administrator has no cart. */
const administratorSlots: ProductSlots = (product) => {
  const action = product.stock <= 0 && <OutOfStock />
  return { action, pageAction: action, stockNotice: <StockNotice product={product} inCart={0} /> }
}
