import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type Props = {
  title: ReactNode
  /** Rendered before the title, such as a back button. */
  before?: ReactNode
  /** Rendered at the end of the line, such as buttons. */
  children?: ReactNode
}

/** A page's title with actions at the end of its line. */
export function PageHeader({ title, before, children }: Props) {
  return (
    <div className={styles.pageHeader}>
      {before}
      <h1>{title}</h1>
      {children}
    </div>
  )
}
