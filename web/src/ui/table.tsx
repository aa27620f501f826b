import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Panel } from './panel'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden'

type Props = {
  /** The accessible name. */
  caption: string
  className?: string
  /** The thead and tbody. */
  children: ReactNode
}

/** The class of a table inside a panel. */
export const tableClass = styles.table

/** A table in a panel. Its header cells are `th scope="col"`; a `th scope="row"` names its row. */
export function Table({ caption, className, children }: Props) {
  return (
    <Panel className={styles.panel}>
      <table className={classNames(styles.table, className)}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        {children}
      </table>
    </Panel>
  )
}
