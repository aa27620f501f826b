import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { PAGE_SIZE } from './api'
import styles from './product-list.module.css'

const CARDS = Array.from({ length: PAGE_SIZE }, (_, index) => index)

/** A skeleton of the product grid. */
export function ProductsSkeleton() {
  return (
    <>
      <LoadingStatus />
      <div className={styles.grid} aria-hidden="true">
        {CARDS.map((index) => (
          <Skeleton key={index} shape="card" className={styles.cardSkeleton} />
        ))}
      </div>
    </>
  )
}
