import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useRef } from 'react'
import { Icon } from '@/ui/icon'
import type { Product } from '../api'
import { useCategoryTones } from '../category-tones'
import { type CategoryReference, wholeCategory } from '../links'
import type { ProductSlots } from '../product-slots'
import { texts } from '../texts'
import { ListingLink } from './listing-link'
import { ProductCard } from './product-card'
import styles from './product-row.module.css'
import { ScrollButtons } from './scroll-buttons'

type Props = {
  title: string
  products: Product[]
  slots: ProductSlots
  /** The category or sub-category to which "See all" links; undefined hides the link. */
  category?: CategoryReference
  subCategory?: CategoryReference
  /** Shown beside the title, before any "See all". */
  action?: ReactNode
}

/** A row of products that scrolls horizontally. */
export const ProductRow = memo(function ProductRow(props: Props) {
  const { title, products, slots, category, subCategory, action } = props
  const toneOf = useCategoryTones()
  const row = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={title} className={styles.row}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {action}
        {category && (
          <ListingLink
            category={category}
            subCategory={subCategory ?? wholeCategory(category)}
            className={styles.seeAll}
            aria-label={texts.seeAllOf((subCategory ?? category).name)}
          >
            {texts.seeAll} <Icon icon={ChevronRight} size="small" />
          </ListingLink>
        )}
      </div>
      <div className={styles.viewport}>
        <ul className={styles.scroller} ref={row}>
          {products.map((product) => (
            <ProductCard
              key={product._id}
              product={product}
              tone={toneOf(product.category._id)}
              headingLevel={3}
              {...slots(product)}
            />
          ))}
        </ul>
        <ScrollButtons scroller={row} />
      </div>
    </section>
  )
})
