import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useTitle } from '@/lib/title'
import { containerClass } from '@/ui/page'
import { type Category, categoriesQuery, homeQuery, type Product } from '../api'
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
  /** A row of products above the rows of the categories. */
  firstRow: ReactNode
}

/** The banner, a notice, the categories, and one row of products for each category. */
export function HomePage({ slots, notice, firstRow }: Props) {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const {
    data: { rows, popular, everyday },
  } = useSuspenseQuery(homeQuery)
  useTitle(undefined)
  return (
    <main id="content" tabIndex={-1}>
      <Hero />
      <div className={containerClass}>
        {notice}
        <CategoryTiles categories={categories} />
        {firstRow}
        {popular.length > 0 && (
          <ProductRow title={everyday ? texts.everyday : texts.popular} products={popular} slots={slots} />
        )}
        <CategoryRows rows={rows} slots={slots} />
      </div>
    </main>
  )
}

type CategoryRowsProps = {
  rows: { category: Category; products: Product[] }[]
  slots: ProductSlots
}

/** Whether an earlier mount of the page has filled the rows. */
let everFilled = false

/**
 * A row of products for each category. First renders the cards of the first screen, then one row after another, each in
 * its own commit, to avoid blocking the main thread. A later mount fills all rows in one commit, so that the scroll
 * position can be restored.
 */
function CategoryRows({ rows, slots }: CategoryRowsProps) {
  const [filledRows, setFilledRows] = useState(INITIAL_ROWS)
  useEffect(() => {
    everFilled ||= filledRows >= rows.length
    // Infinity, so that rows added later are filled immediately.
    startTransition(() => setFilledRows(everFilled ? Number.POSITIVE_INFINITY : filledRows + 1))
  }, [filledRows, rows.length])
  return rows.map(({ category, products }, index) => (
    <ProductRow
      key={category._id}
      title={category.name}
      products={index < filledRows ? products : NO_PRODUCTS}
      slots={slots}
      category={category}
    />
  ))
}

/** The page while it loads; the banner needs no data. */
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
