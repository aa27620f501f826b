import type { ReactNode } from 'react'
import styles from './checkout-section.module.css'

type Props = {
  title: string
  /** A button or link at the end of the title's line. */
  action: ReactNode
  children: ReactNode
}

/** A part of the checkout page with its title. */
export function CheckoutSection({ title, action, children }: Props) {
  return (
    <section className={styles.section}>
      <div className={styles.header}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
