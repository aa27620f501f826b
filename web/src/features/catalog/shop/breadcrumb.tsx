import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as sharedTexts } from '@/lib/texts'
import { texts } from '../texts'
import styles from './breadcrumb.module.css'

/** A link home, then the given links, then the name of the current page. */
export function Breadcrumb({ current, children }: { current: string; children?: ReactNode }) {
  return (
    <nav className={styles.breadcrumb} aria-label={texts.breadcrumb}>
      <Link to="/">{sharedTexts.home}</Link>
      {children}
      <span aria-current="page">{current}</span>
    </nav>
  )
}
