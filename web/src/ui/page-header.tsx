import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type Props = {
  title: ReactNode
  /** Before the title, such as a back button. */
  before?: ReactNode
  /** At the other end of the line, such as buttons. */
  children?: ReactNode
}

/** A page's title and, at the other end of its line, what one can do there. */
export function PageHeader({ title, before, children }: Props) {
  return (
    <div className={styles.pageHeader}>
      {before}
      <h1>{title}</h1>
      {children}
    </div>
  )
}
