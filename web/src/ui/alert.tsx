import { CircleAlert, CircleCheck, Clock, Info, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './alert.module.css'
import { Icon } from './icon'

const ICONS = { info: Info, success: CircleCheck, warning: Clock, danger: CircleAlert }

type Props = Omit<ComponentProps<'div'>, 'children'> & {
  tone: keyof typeof ICONS
  /** Defaults to the tone's icon. */
  icon?: LucideIcon
  /** Rendered at the end, such as a button. */
  action?: ReactNode
  children: ReactNode
}

/** A message within a page. Give it role="alert" if it appears after a user action, role="status" if it appears on its own. */
export function Alert({ tone, icon = ICONS[tone], action, className, children, ...div }: Props) {
  return (
    <div {...div} className={classNames(styles.alert, styles[tone], className)}>
      <Icon icon={icon} />
      <span className={styles.text}>{children}</span>
      {action}
    </div>
  )
}
