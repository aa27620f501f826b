import { Skeleton } from '@/ui/skeleton'
import chipListStyles from './chip-list.module.css'
import styles from './listing-page.module.css'
import { ProductGridSkeleton, SubCategoryNavSkeleton } from './skeletons'

/** The page while the categories load. */
export function ListingPending() {
  return (
    <div className={styles.layout}>
      <SubCategoryNavSkeleton />
      <main className={styles.main}>
        <Skeleton shape="heading" />
        <div className={chipListStyles.chips} />
        <ProductGridSkeleton />
      </main>
    </div>
  )
}
