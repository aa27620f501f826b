import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useAisles } from '../aisles'
import type { Product } from '../api'
import { listingLink, type Named } from '../links'
import { texts } from '../texts'
import { ProductCard } from './product-card'
import { RowArrows } from './row-arrows'

type Props = {
  title: string
  products: Product[]
  /** Where "See all" leads; without it there is none. */
  all?: { category: Named; shelf: Named }
  eager?: boolean
}

/** A row of products that scrolls sideways. */
export function ProductRow({ title, products, all, eager }: Props) {
  const aisleOf = useAisles()
  const row = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={title}>
      <div className="row__head">
        <h2>{title}</h2>
        {all && (
          <Link
            {...listingLink(all.category, all.shelf)}
            className="more"
            aria-label={texts.seeAllOf(all.category.name)}
          >
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
