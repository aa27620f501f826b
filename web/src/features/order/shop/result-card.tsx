import { Link } from '@tanstack/react-router'
import { Check, Hourglass, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '@/lib/title'
import { texts } from '../texts'

export type ResultTone = 'good' | 'wait' | 'bad'

type Props = {
  tone: ResultTone
  title: string
  description?: string
  /** The order's details. */
  children?: ReactNode
  /** The main action; without it that is Go to Home. */
  action?: ReactNode
  /** Further links. */
  links?: ReactNode
}

const ICONS: Record<ResultTone, LucideIcon> = { good: Check, wait: Hourglass, bad: X }

/** A page with one card that shows the result of an order or payment. Changes are announced to screen readers. */
export function ResultCard({ tone, title, description, children, action, links }: Props) {
  useTitle(title)
  const Icon = ICONS[tone]
  return (
    <main className="wrap done" id="content" tabIndex={-1}>
      <div className="slip-shadow">
        <section className="slip">
          <span className={`stamp stamp--${tone}`}>
            <Icon className="ic" />
          </span>
          <div role="status">
            <h1>{title}</h1>
            <p className="muted done__hint">{description}</p>
          </div>
          {children}
          {action}
          <Link to="/" className={`btn ${action ? 'btn--quiet' : 'btn--main'}`}>
            {texts.goToHome}
          </Link>
          {links}
        </section>
      </div>
    </main>
  )
}
