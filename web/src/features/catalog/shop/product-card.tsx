import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, Info } from 'lucide-react'
import { cartQuery, quantityOf } from '@/features/cart/api'
import { CartCardAction } from '@/features/cart/cart-action'
import { useLoggedIn } from '@/lib/session'
import { slugOf } from '@/lib/slug'
import { Picture } from '@/ui/picture'
import { Price, PriceTag } from '@/ui/price'
import type { Product } from '../api'
import { texts } from '../texts'

const FEW = 5

type Props = {
  product: Product
  aisle: number | undefined
  /** One below the heading it stands under. */
  level: 2 | 3
  /** For cards in the first screenful. */
  eager?: boolean
  /** On the first card of a list's page: its number. */
  page?: number
}

/** One product in a row or grid. The whole card is the link; the corner lies above it. */
export function ProductCard({ product, aisle, level, eager, page }: Props) {
  const Name = level === 2 ? 'h2' : 'h3'
  const out = product.stock <= 0
  return (
    <li className={`card ${out ? 'card--out' : ''}`} data-aisle={aisle} data-page={page}>
      <Picture src={product.image[0]} name={product.name} unit={product.unit} aisle={aisle} eager={eager}>
        <PriceTag discount={product.discount} />
        <CartCardAction product={product} />
      </Picture>
      <Name className="card__name">
        <Link to="/product/$product" params={{ product: slugOf(product) }}>
          {product.name}
        </Link>
      </Name>
      <p className="card__unit">
        {product.unit} <StockLeft product={product} />
      </p>
      <Price product={product} />
    </li>
  )
}

/** "Only 3 left" when true, "No more left" when the cart holds the last piece. */
function StockLeft({ product }: { product: Product }) {
  const loggedIn = useLoggedIn()
  const { data: inCart = 0 } = useQuery({
    ...cartQuery(loggedIn),
    select: (lines) => quantityOf(lines, product._id),
  })
  if (product.stock <= 0) return null
  if (inCart >= product.stock)
    return (
      <span className="left">
        <Info className="ic ic--s" />
        {texts.noMoreLeft}
      </span>
    )
  if (product.stock > FEW) return null
  return (
    <span className="left">
      <Clock className="ic ic--s" />
      {texts.onlyLeft(product.stock)}
    </span>
  )
}
