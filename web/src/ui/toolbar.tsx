import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** The row above a list: search field, filters and, at the end, a button to create an entry. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>
}
