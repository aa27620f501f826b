import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as shell } from '@/lib/texts'
import { texts } from '../texts'

/** Home, then the given steps, then the page itself. */
export function Breadcrumb({
  here,
  className = '',
  children,
}: {
  here: string
  className?: string
  children?: ReactNode
}) {
  return (
    <nav className={`crumbs ${className}`} aria-label={texts.breadcrumb}>
      <Link to="/">{shell.home}</Link>
      {children}
      <span aria-current="page">{here}</span>
    </nav>
  )
}
