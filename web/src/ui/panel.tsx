import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './panel.module.css'

/** The class of an element other than a div that looks like a Panel. */
export function panelClass({ padded = false } = {}): string {
  return classNames(styles.panel, padded && styles.padded)
}

/** A bordered surface on the page's background. */
export function Panel({ padded, className, ...div }: ComponentProps<'div'> & { padded?: boolean }) {
  return <div {...div} className={classNames(panelClass({ padded }), className)} />
}
