import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { slugOf } from '@/lib/slug'
import { Picture } from '@/ui/picture'
import { Price, PriceTag } from '@/ui/price'
import type { Tone } from '@/ui/tone'
import type { Product } from '../api'

type Props = {
  product: Product
  tone: Tone | undefined
  /** One below the heading of the list. */
  headingLevel: 2 | 3
  /** For cards in the first screenful. */
  eager?: boolean
  /** On the first card of a page of results: the page's number. */
  page?: number
  /** A control in the corner of the picture, above the card's link. */
  action?: ReactNode
  /** After the unit. */
  stockNotice?: ReactNode
}

/** One product in a row or grid. The whole card is a link, except for its action. */
export function ProductCard(props: Props) {
  const { product, tone, headingLevel, eager, page, action, stockNotice } = props
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const outOfStock = product.stock <= 0
  return (
    <li className={`card ${outOfStock ? 'card--out' : ''}`} data-tone={tone} data-page={page}>
      <Picture src={product.image[0]} name={product.name} unit={product.unit} tone={tone} eager={eager}>
        <PriceTag discount={product.discount} />
        <span className="notch">{action}</span>
      </Picture>
      <Heading className="card__name">
        <Link to="/product/$product" params={{ product: slugOf(product) }}>
          {product.name}
        </Link>
      </Heading>
      <p className="card__unit">
        {product.unit} {stockNotice}
      </p>
      <Price product={product} />
    </li>
  )
}
