import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useAisles } from '../aisles'
import type { Product } from '../api'
import type { listingLink } from '../links'
import { texts } from '../texts'
import { ProductCard } from './product-card'
import { RowArrows } from './row-arrows'

type Props = {
  title: string
  products: Product[]
  /** What "See all" shows all of, and where; without it there is none. */
  all?: { of: string; link: ReturnType<typeof listingLink> }
  eager?: boolean
}

/** A row of products that scrolls sideways. */
export function ProductRow({ title, products, all, eager }: Props) {
  const aisleOf = useAisles()
  const row = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={title} className="row">
      <div className="row__head">
        <h2>{title}</h2>
        {all && (
          <Link {...all.link} className="more" aria-label={texts.seeAllOf(all.of)}>
            {texts.seeAll} <ChevronRight className="ic ic--s" />
          </Link>
        )}
      </div>
      <div className="relative">
        <ul className="scroll" ref={row}>
          {products.map((product) => (
            <ProductCard
              key={product._id}
              product={product}
              aisle={aisleOf(product.category._id)}
              level={3}
              eager={eager}
            />
          ))}
        </ul>
        <RowArrows row={row} />
      </div>
    </section>
  )
}
