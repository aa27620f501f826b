import { classNames } from '@/lib/class-names'
import { texts } from '@/lib/texts'
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

/** Tells screen readers that something is loading. */
export function LoadingStatus() {
  return <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
}
