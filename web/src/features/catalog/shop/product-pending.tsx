import { containerClass } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import styles from './product-page.module.css'

/** A skeleton of a product's page. */
export function ProductPending() {
  return (
    <main className={containerClass} aria-busy="true">
      <Skeleton className={styles.skeletonBreadcrumb} />
      <div className={styles.product}>
        <Skeleton shape="picture" className={styles.skeletonPicture} />
        <div>
          <Skeleton shape="heading" className={styles.skeletonTitle} />
          <Skeleton width="40" />
          <Skeleton className={styles.skeletonPurchase} />
        </div>
        <div>
          <Skeleton />
          <Skeleton />
          <Skeleton width="60" />
        </div>
      </div>
    </main>
  )
}
