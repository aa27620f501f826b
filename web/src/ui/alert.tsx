import { CircleAlert, CircleCheck, Clock, Info, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './alert.module.css'
import { Icon } from './icon'

const ICONS = { info: Info, success: CircleCheck, warning: Clock, danger: CircleAlert }

type Props = Omit<ComponentProps<'div'>, 'children'> & {
  tone: keyof typeof ICONS
  /** The tone's own unless given. */
  icon?: LucideIcon
  /** At the end, such as a button. */
  action?: ReactNode
  children: ReactNode
}

/** A message within a page. Give it role="alert" when it appears after an action, role="status" when by itself. */
export function Alert({ tone, icon = ICONS[tone], action, className, children, ...div }: Props) {
  return (
    <div {...div} className={classNames(styles.alert, styles[tone], className)}>
      <Icon icon={icon} />
      <span className={styles.text}>{children}</span>
      {action}
    </div>
  )
}
