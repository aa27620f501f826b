import { formatRupees } from '@/lib/money'
import type { ListingSearch } from '../listing-search'
import { listingTexts as texts } from '../listing-texts'

type PriceRange = Pick<ListingSearch, 'minPrice' | 'maxPrice'>

/** The price ranges of the filter, in rupees; the server counts the same ones. */
export const PRICE_RANGES: PriceRange[] = [
  { maxPrice: 50 },
  { minPrice: 50, maxPrice: 200 },
  { minPrice: 200, maxPrice: 500 },
  { minPrice: 500 },
]

/** Returns the label of a price range. */
export function rangeLabel({ minPrice, maxPrice }: PriceRange): string {
  const [low, high] = [formatRupees((minPrice ?? 0) * 100), formatRupees((maxPrice ?? 0) * 100)]
  if (minPrice && maxPrice) return texts.between(low, high)
  if (minPrice) return texts.over(low)
  return maxPrice ? texts.under(high) : texts.anyPrice
}
