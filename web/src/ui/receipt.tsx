import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './receipt.module.css'

/** A section that looks like a printed receipt with a torn lower edge. */
export function Receipt({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={styles.shadow}>
      <section className={classNames(styles.paper, className)}>{children}</section>
    </div>
  )
}
