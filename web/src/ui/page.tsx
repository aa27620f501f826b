import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './page.module.css'

/** The class that gives an element the width of a page's content. */
export const containerClass = styles.container

/** A page's main element, as wide as the shop. It is the target of the skip link and of the focus after a navigation. */
export function Page({ className, ...main }: ComponentProps<'main'>) {
  return <main {...main} className={classNames(styles.container, className)} id="content" tabIndex={-1} />
}
