import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** Above a list: its search field, its filters and, at the end of the line, what creates an entry. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>
}
