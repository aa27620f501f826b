import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { useTitle } from '@/lib/title'
import { containerClass } from '@/ui/page'
import { categoriesQuery, homeQuery, type Product } from '../api'
import { wholeCategory } from '../links'
import type { ProductSlots } from '../product-slots'
import { texts } from '../texts'
import { CategoryTiles } from './category-tiles'
import { Hero } from './hero'
import { ProductRow } from './product-row'
import { CategoryTilesSkeleton, ProductRowSkeleton } from './skeletons'

const INITIAL_ROWS = 2
const NO_PRODUCTS: Product[] = []

type Props = {
  slots: ProductSlots
  notice: ReactNode
  /** A row of products before those of the categories. */
  firstRow: ReactNode
}

/** The hero, a notice, the categories, and one row of products for each of them. */
export function HomePage({ slots, notice, firstRow }: Props) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const {
    data: { rows, popular },
  } = useSuspenseQuery(homeQuery)
  // The rows in the first screenful are rendered first: all the cards take a cheap phone a second.
  const showAllRows = useDeferredValue(true, false)
  useTitle(undefined)
  return (
    <main id="content" tabIndex={-1}>
      <Hero />
      <div className={containerClass}>
        {notice}
        <CategoryTiles categories={categories} />
        {firstRow}
        {popular.length > 0 && <ProductRow title={texts.popular} products={popular} slots={slots} />}
        {rows.map(({ category, products }, index) => (
          <ProductRow
            key={category._id}
            title={category.name}
            products={showAllRows || index < INITIAL_ROWS ? products : NO_PRODUCTS}
            slots={slots}
            seeAll={{ name: category.name, category, subCategory: wholeCategory(category) }}
          />
        ))}
      </div>
    </main>
  )
}

/** The page while it loads; the hero needs no data. */
export function HomePending() {
  return (
    <main>
      <Hero />
      <div className={containerClass}>
        <CategoryTilesSkeleton />
        <ProductRowSkeleton />
        <ProductRowSkeleton />
        <ProductRowSkeleton />
      </div>
    </main>
  )
}
