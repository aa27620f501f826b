import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './detail-list.module.css'

/** A list of labels with their values at the end of each line. */
export function DetailList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classNames(styles.list, className)}>{children}</dl>
}

type Props = {
  label: string
  /** 'total': larger, below a dashed line. 'wrapping': breaks long values. */
  variant?: 'total' | 'wrapping'
  className?: string
  children: ReactNode
}

export function Detail({ label, variant, className, children }: Props) {
  return (
    <div className={classNames(styles.row, variant && styles[variant], className)}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
