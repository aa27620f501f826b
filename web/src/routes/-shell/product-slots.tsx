import { useIsAdmin } from '@/features/account/use-is-admin'
import { AreaCheck } from '@/features/address/shop/area-check'
import { OutOfStock, ProductCartAction } from '@/features/cart/cart-action'
import { CartStockNotice } from '@/features/cart/cart-stock-notice'
import type { ProductSlots } from '@/features/catalog/product-slots'
import { StockNotice } from '@/features/catalog/stock-notice'

/** What the cart adds to the catalog's pages. The page decides by the user's role which actions its cards have, so that no card has a query of its own. */
export function useProductSlots(): ProductSlots {
  return useIsAdmin() ? administratorSlots : shopperSlots
}

/** The same for a listing, whose cards are narrower. */
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
const administratorSlots: ProductSlots = ({ stock }) => {
  const action = stock <= 0 && <OutOfStock />
  return { action, pageAction: action, stockNotice: <StockNotice stock={stock} inCart={0} /> }
}
