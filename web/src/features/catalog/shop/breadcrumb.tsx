import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as shell } from '@/lib/texts'
import { texts } from '../texts'

/** A link home, then the given links, then the name of the current page. */
export function Breadcrumb({
  current,
  className = '',
  children,
}: {
  current: string
  className?: string
  children?: ReactNode
}) {
  return (
    <nav className={`crumbs ${className}`} aria-label={texts.breadcrumb}>
      <Link to="/">{shell.home}</Link>
      {children}
      <span aria-current="page">{current}</span>
    </nav>
  )
}
