import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import tileStyles from './category-tile.module.css'
import tilesStyles from './category-tiles.module.css'
import cardStyles from './product-card.module.css'
import gridStyles from './product-grid.module.css'
import rowStyles from './product-row.module.css'
import navStyles from './sub-category-nav.module.css'

const TILES = 30
const CARDS_IN_ROW = 7
const CARDS_IN_GRID = 12
const SUB_CATEGORIES = 6

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

/** A skeleton of the category tiles. */
export function CategoryTilesSkeleton() {
  return (
    <>
      <LoadingStatus />
      <div className={tilesStyles.tiles} aria-hidden="true">
        {range(TILES).map((index) => (
          <span key={index} className={tileStyles.tile}>
            <Skeleton shape="arch" />
            <Skeleton width="80" />
          </span>
        ))}
      </div>
    </>
  )
}

function ProductCardSkeleton() {
  return (
    <li className={cardStyles.card}>
      <Skeleton shape="card" />
      <Skeleton />
      <Skeleton width="40" />
      <Skeleton width="60" />
    </li>
  )
}

/** A skeleton of a row of products. */
export function ProductRowSkeleton() {
  return (
    <section aria-hidden="true">
      <div className={rowStyles.head}>
        <Skeleton shape="heading" />
      </div>
      <ul className={rowStyles.scroller}>
        {range(CARDS_IN_ROW).map((index) => (
          <ProductCardSkeleton key={index} />
        ))}
      </ul>
    </section>
  )
}

/** A skeleton of a grid of products. */
export function ProductGridSkeleton() {
  return (
    <>
      <LoadingStatus />
      <ul className={gridStyles.grid} aria-hidden="true">
        {range(CARDS_IN_GRID).map((index) => (
          <ProductCardSkeleton key={index} />
        ))}
      </ul>
    </>
  )
}

/** A skeleton of a listing's sub-categories. */
export function SubCategoryNavSkeleton() {
  return (
    <div className={navStyles.nav} aria-hidden="true">
      <div className={navStyles.list}>
        {range(SUB_CATEGORIES).map((index) => (
          <span key={index} className={navStyles.skeleton}>
            <Skeleton shape="niche" />
            <Skeleton className={navStyles.skeletonLine} />
          </span>
        ))}
      </div>
    </div>
  )
}
