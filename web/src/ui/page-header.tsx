import type { ReactNode } from 'react'
import styles from './page-header.module.css'

/** A page's title and, at the other end of its line, what one can do there. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.pageHeader}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
