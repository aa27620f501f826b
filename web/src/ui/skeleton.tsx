import { classNames } from '@/lib/class-names'
import { texts } from '@/lib/texts'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden'

type SkeletonProps = {
  shape?: 'line' | 'heading' | 'arch' | 'niche' | 'picture' | 'card'
  /** The width of a line, in per cent. */
  width?: '40' | '60' | '80'
  className?: string
}

/** A gray placeholder for content that is loading. Hide the surrounding element from screen readers. */
export function Skeleton({ shape = 'line', width, className }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, styles[shape], width && styles[`width${width}`], className)}
      data-skeleton=""
    />
  )
}

/** Announces to screen readers that content is loading. */
export function LoadingStatus() {
  return <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
}
