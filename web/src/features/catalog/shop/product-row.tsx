import { ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Icon } from '@/ui/icon'
import type { Product } from '../api'
import { useCategoryTones } from '../category-tones'
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
  /** Where "See all" leads, and the name of what it shows all of; without it there is no such link. */
  seeAll?: { name: string } & Pick<ComponentProps<typeof ListingLink>, 'category' | 'subCategory'>
  /** Beside the title, in place of "See all". */
  action?: ReactNode
}

/** A row of products that scrolls sideways. */
export function ProductRow({ title, products, slots, seeAll, action }: Props) {
  const toneOf = useCategoryTones()
  const row = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={title} className={styles.row}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {action}
        {seeAll && (
          <ListingLink
            category={seeAll.category}
            subCategory={seeAll.subCategory}
            className={styles.seeAll}
            aria-label={texts.seeAllOf(seeAll.name)}
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
}
