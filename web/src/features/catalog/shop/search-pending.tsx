import { classNames } from '@/lib/class-names'
import { containerClass } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'
import chipListStyles from './chip-list.module.css'
import styles from './search-page.module.css'
import { ProductGridSkeleton } from './skeletons'

/** The search page while the categories or its code load. */
export function SearchPending() {
  return (
    <main className={classNames(containerClass, styles.page)}>
      <Skeleton shape="heading" />
      <div className={chipListStyles.chips} />
      <ProductGridSkeleton />
    </main>
  )
}
