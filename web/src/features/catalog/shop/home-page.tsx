import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTitle } from '@/lib/title'
import { RowSkeleton, TilesSkeleton } from '@/ui/skeleton'
import { categoriesQuery, homeQuery, type Product } from '../api'
import { wholeCategoryLink } from '../links'
import { Banner } from './banner'
import { CategoryTiles } from './category-tiles'
import { ProductRow } from './product-row'

const FIRST_ROWS = 2
const NONE: Product[] = []

/** The banner, the categories, and one row of products for each of them. */
export function HomePage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { data: rows } = useSuspenseQuery(homeQuery)
  // What a tap can reach at once comes first; a cheap phone is busy for a second with the cards below it.
  const whole = useDeferredValue(true, false)
  useTitle(undefined)
  return (
    <main id="content" tabIndex={-1}>
      <Banner />
      <div className="wrap">
        <CategoryTiles categories={categories} />
        {rows.map(({ category, products }, place) => (
          <ProductRow
            key={category._id}
            title={category.name}
            products={whole || place < FIRST_ROWS ? products : NONE}
            all={{ of: category.name, link: wholeCategoryLink(category) }}
            eager={place === 0}
          />
        ))}
      </div>
    </main>
  )
}

/** The same page while it is on its way; the banner is real already. */
export function HomePending() {
  return (
    <main>
      <Banner />
      <div className="wrap">
        <TilesSkeleton />
        <RowSkeleton />
        <RowSkeleton />
        <RowSkeleton />
      </div>
    </main>
  )
}
