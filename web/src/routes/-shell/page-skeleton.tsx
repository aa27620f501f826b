import { Page } from '@/ui/page'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import styles from '@/ui/skeleton.module.css'

/** What the server renders of a page whose content is fetched in the browser: a heading and a few lines. */
export function PageSkeleton() {
  return (
    <Page className={styles.page}>
      <LoadingStatus />
      <div aria-hidden="true">
        <Skeleton shape="heading" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="60" />
      </div>
    </Page>
  )
}
