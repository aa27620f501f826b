import { Clock, Info } from 'lucide-react'
import { texts } from './texts'

const LOW_STOCK_THRESHOLD = 5

type Props = {
  stock: number
  /** How many pieces the shopper has in the cart. */
  inCart: number
}

/** "Only 3 left" of a product with low stock, "No more left" once the cart holds the last piece. */
export function StockNotice({ stock, inCart }: Props) {
  if (stock <= 0) return null
  if (inCart >= stock)
    return (
      <span className="left">
        <Info className="ic ic--s" />
        {texts.noMoreLeft}
      </span>
    )
  if (stock > LOW_STOCK_THRESHOLD) return null
  return (
    <span className="left">
      <Clock className="ic ic--s" />
      {texts.onlyLeft(stock)}
    </span>
  )
}
