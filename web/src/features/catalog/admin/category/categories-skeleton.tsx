import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import styles from './category-grid.module.css'

const CARDS = Array.from({ length: 18 }, (_, index) => index)

/** A skeleton of the category grid. */
export function CategoriesSkeleton() {
  return (
    <>
      <LoadingStatus />
      <div className={styles.grid} aria-hidden="true">
        {CARDS.map((index) => (
          <span key={index} className={styles.card}>
            <Skeleton shape="arch" className={styles.image} />
            <Skeleton width="80" />
          </span>
        ))}
      </div>
    </>
  )
}
