import { useSuspenseQuery } from '@tanstack/react-query'
import { useTitle } from '@/lib/title'
import { RowSkeleton, TilesSkeleton } from '@/ui/skeleton'
import { categoriesQuery, homeQuery } from '../api'
import { wholeCategoryLink } from '../links'
import { Banner } from './banner'
import { CategoryTiles } from './category-tiles'
import { ProductRow } from './product-row'

/** The banner, the categories, and one row of products for each of them. */
export function HomePage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { data: rows } = useSuspenseQuery(homeQuery)
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
            products={products}
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
