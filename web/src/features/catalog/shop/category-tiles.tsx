import type { Category } from '../api'
import { texts } from '../texts'
import { CategoryTile } from './category-tile'
import styles from './category-tiles.module.css'

/** The shop's categories as a grid of tiles. */
export function CategoryTiles({ categories }: { categories: Category[] }) {
  return (
    <nav className={styles.tiles} aria-label={texts.categories}>
      {categories.map((category) => (
        <CategoryTile key={category._id} category={category} />
      ))}
    </nav>
  )
}
