import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import type { Product } from '../api'
import { useCategoryTones } from '../category-tones'
import type { listingLink } from '../links'
import type { ProductSlots } from '../product-slots'
import { texts } from '../texts'
import { ProductCard } from './product-card'
import { ScrollButtons } from './scroll-buttons'

type Props = {
  title: string
  products: Product[]
  slots: ProductSlots
  /** Where "See all" leads, and the name of what it shows all of; without it there is no such link. */
  seeAll?: { name: string; link: ReturnType<typeof listingLink> }
  /** For a row in the first screenful. */
  eager?: boolean
}

/** A row of products that scrolls sideways. */
export function ProductRow({ title, products, slots, seeAll, eager }: Props) {
  const toneOf = useCategoryTones()
  const row = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={title} className="row">
      <div className="row__head">
        <h2>{title}</h2>
        {seeAll && (
          <Link {...seeAll.link} className="more" aria-label={texts.seeAllOf(seeAll.name)}>
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
              tone={toneOf(product.category._id)}
              headingLevel={3}
              eager={eager}
              {...slots(product)}
            />
          ))}
        </ul>
        <ScrollButtons scroller={row} />
      </div>
    </section>
  )
}
