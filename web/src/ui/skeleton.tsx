import { classNames } from '@/lib/class-names'
import { texts } from '@/lib/texts'
import { lineList } from './line-list'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden'

type SkeletonProps = {
  shape?: 'line' | 'heading' | 'arch' | 'niche' | 'picture' | 'card'
  /** Of a line: how much of the width it takes. */
  width?: '40' | '60' | '80'
  className?: string
}

/** A grey shape in place of what is still loading. Hide the list of them from screen readers. */
export function Skeleton({ shape = 'line', width, className }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, styles[shape], width && styles[`width${width}`], className)}
      data-skeleton=""
    />
  )
}

function times(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

/** Tells screen readers that something is loading. */
export function LoadingStatus() {
  return <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
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

/** Rows of a list before they come. */
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
