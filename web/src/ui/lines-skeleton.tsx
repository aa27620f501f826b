import { lineList } from './line-list'
import { LoadingStatus, Skeleton } from './skeleton'

function times(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

function LineSkeleton() {
  return (
    <div className={lineList.line}>
      <Skeleton shape="picture" className={lineList.picture} />
      <span>
        <Skeleton width="60" />
        <Skeleton width="40" />
      </span>
    </div>
  )
}

/** A skeleton of a list. */
export function LinesSkeleton({ count }: { count: number }) {
  return (
    <>
      <LoadingStatus />
      <div className={lineList.list} aria-hidden="true">
        {times(count).map((index) => (
          <LineSkeleton key={index} />
        ))}
      </div>
    </>
  )
}
