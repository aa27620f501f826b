import { Link } from '@tanstack/react-router'
import { Check, Hourglass, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '@/lib/title'
import { texts } from '../texts'

export type Tone = 'good' | 'wait' | 'bad'

type Props = {
  tone: Tone
  title: string
  hint?: string
  /** The order. */
  children?: ReactNode
  /** What is best done next; without it that is to go home. */
  act?: ReactNode
  /** Where else one may go. */
  more?: ReactNode
}

const ICONS: Record<Tone, LucideIcon> = { good: Check, wait: Hourglass, bad: X }

/** A page that is one stamped slip: what became of an order. News of it is read out. */
export function Slip({ tone, title, hint, children, act, more }: Props) {
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
            <p className="muted done__hint">{hint}</p>
          </div>
          {children}
          {act}
          <Link to="/" className={`btn ${act ? 'btn--quiet' : 'btn--main'}`}>
            {texts.goToHome}
          </Link>
          {more}
        </section>
      </div>
    </main>
  )
}
