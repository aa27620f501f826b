import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './badge.module.css'
import { Icon } from './icon'

type BadgeTone = 'warning' | 'success' | 'danger' | 'accent'

type Props = { tone: BadgeTone; icon?: LucideIcon; className?: string; children: ReactNode }

/** A label for the state of an adjacent element. */
export function Badge({ tone, icon, className, children }: Props) {
  return (
    <span className={classNames(styles.badge, styles[tone], className)}>
      {icon && <Icon icon={icon} size="small" />}
      {children}
    </span>
  )
}
