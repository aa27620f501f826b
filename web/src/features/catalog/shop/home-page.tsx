import { useSuspenseQuery } from '@tanstack/react-query'
import { useTitle } from '@/lib/title'
import { RowSkeleton, TilesSkeleton } from '@/ui/skeleton'
import { useFirstShelf } from '../aisles'
import { categoriesQuery, homeQuery } from '../api'
import { Banner } from './banner'
import { CategoryTiles } from './category-tiles'
import { ProductRow } from './product-row'

/** The banner, the categories, and one row of products for each of them. */
export function HomePage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { data: rows } = useSuspenseQuery(homeQuery)
  const firstShelf = useFirstShelf()
  useTitle(undefined)
  return (
    <main id="content" tabIndex={-1}>
      <Banner />
      <div className="wrap">
        <CategoryTiles categories={categories} />
        {rows.map(({ category, products }, place) => {
          const shelf = firstShelf(category._id)
          return (
            <ProductRow
              key={category._id}
              title={category.name}
              products={products}
              all={shelf && { category, shelf }}
              eager={place === 0}
            />
          )
        })}
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
