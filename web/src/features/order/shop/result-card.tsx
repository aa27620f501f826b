import { Link } from '@tanstack/react-router'
import { Check, Hourglass, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { Page } from '@/ui/page'
import { Receipt } from '@/ui/receipt'
import { texts } from '../texts'
import styles from './result-card.module.css'

export type ResultTone = 'success' | 'warning' | 'danger'

type Props = {
  tone: ResultTone
  title: string
  description?: string
  /** The order's details. */
  children?: ReactNode
  /** The main action; a link to home by default. */
  action?: ReactNode
  /** Further links. */
  links?: ReactNode
}

const ICONS: Record<ResultTone, LucideIcon> = { success: Check, warning: Hourglass, danger: X }

/** A page with one card: the result of an order or payment. Screen readers announce its changes. */
export function ResultCard({ tone, title, description, children, action, links }: Props) {
  useTitle(title)
  const Icon = ICONS[tone]
  return (
    <Page className={styles.page}>
      <Receipt className={styles.card}>
        <span className={classNames(styles.stamp, styles[tone])}>
          <Icon />
        </span>
        <div role="status">
          <h1>{title}</h1>
          <p className={styles.description}>{description}</p>
        </div>
        {children}
        {action}
        <Link to="/" className={buttonClass({ variant: action ? 'quiet' : 'primary' })}>
          {texts.goToHome}
        </Link>
        {links}
      </Receipt>
    </Page>
  )
}
