import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { slugOf } from '@/lib/slug'
import { Picture } from '@/ui/picture'
import { Price, PriceTag } from '@/ui/price'
import type { Tone } from '@/ui/tone'
import type { Product } from '../api'
import { unitPriceText } from '../unit-price'
import { DietMark } from './diet-mark'
import styles from './product-card.module.css'

type Props = {
  product: Product
  tone: Tone | undefined
  /** One level below the list's heading. */
  headingLevel: 2 | 3
  /** For cards visible without scrolling. */
  eager?: boolean
  /** The page number, on the first card of a page of results. */
  page?: number
  /** A control in the corner of the picture, above the card's link. */
  action?: ReactNode
  /** Shown after the unit. */
  stockNotice?: ReactNode
}

/**
 * One product in a row or grid. The whole card is a link, except for its action. In the DOM the name comes first, for screen
 * readers; the style sheet moves the picture above it.
 */
export function ProductCard(props: Props) {
  const { product, tone, headingLevel, eager, page, action, stockNotice } = props
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const outOfStock = product.stock <= 0
  return (
    <li
      className={classNames(styles.card, outOfStock && styles.outOfStock)}
      data-tone={tone}
      data-page={page}
    >
      <Heading className={styles.name}>
        <Link
          to="/product/$product"
          params={{ product: slugOf(product) }}
          // The product page starts from the card's data: there is nothing to preload.
          preload={false}
        >
          {product.name}
        </Link>
      </Heading>
      <p className={styles.unit}>
        <DietMark product={product} />
        {product.unit} {product.unitPrice && <span>{unitPriceText(product.unitPrice)}</span>} {stockNotice}
      </p>
      <Price product={product} className={styles.price} />
      <div className={styles.media}>
        <Picture
          src={product.image[0]}
          drawing={product.picture}
          name={product.name}
          tone={tone}
          eager={eager}
          className={styles.picture}
        />
        <PriceTag discount={product.discount} className={styles.priceTag} />
        <span className={styles.action}>{action}</span>
      </div>
    </li>
  )
}
