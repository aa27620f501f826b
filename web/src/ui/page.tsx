import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './page.module.css'

/** The class of an element as wide as a page's content. */
export const containerClass = styles.container

/** A page's main content, as wide as the shop; the skip link and the focus after a navigation lead here. */
export function Page({ className, ...main }: ComponentProps<'main'>) {
  return <main {...main} className={classNames(styles.container, className)} id="content" tabIndex={-1} />
}
