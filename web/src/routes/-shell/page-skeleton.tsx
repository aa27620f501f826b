import { Page } from '@/ui/page'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import styles from '@/ui/skeleton.module.css'

/** A heading and a few lines: the server renders it for pages whose content the browser fetches. */
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
