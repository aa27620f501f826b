import type { ReactNode } from 'react'
import { panelClass } from '@/ui/panel'
import styles from './report-panel.module.css'

type Props = {
  title: string
  /** A link at the end of the title's line. */
  link: ReactNode
  children: ReactNode
}

/** A named section of the dashboard. */
export function ReportPanel({ title, link, children }: Props) {
  return (
    <section className={panelClass()} aria-label={title}>
      <div className={styles.header}>
        <h2>{title}</h2>
        {link}
      </div>
      {children}
    </section>
  )
}
