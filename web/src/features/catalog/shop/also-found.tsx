import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@/ui/button'
import { type Listing, productsQuery } from '../api'
import { useCategoryTones } from '../category-tones'
import { listingTexts as texts } from '../listing-texts'
import type { ProductSlots } from '../product-slots'
import styles from './also-found.module.css'
import { ProductCard } from './product-card'
import gridStyles from './product-grid.module.css'

type Props = { listing: Listing; count: number; slots: ProductSlots }

/** The products that a search finds by their shelf, below those that it names. */
export function AlsoFound({ listing, count, slots }: Props) {
  const toneOf = useCategoryTones()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(productsQuery({ ...listing, also: true }))
  return (
    <section aria-label={texts.alsoFromShelf} className={styles.alsoFound}>
      <div className={styles.head}>
        <h2>{texts.alsoFromShelf}</h2>
        <p>{texts.products(count)}</p>
      </div>
      <ul className={gridStyles.grid}>
        {data?.pages.map(({ products }) =>
          products.map((product) => (
            <ProductCard
              key={product._id}
              product={product}
              tone={toneOf(product.category._id)}
              headingLevel={3}
              {...slots(product)}
            />
          )),
        )}
      </ul>
      {hasNextPage && (
        <p className={styles.more}>
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            {texts.moreProducts}
          </Button>
        </p>
      )}
    </section>
  )
}
