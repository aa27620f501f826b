import type { LucideIcon } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import styles from './button.module.css'
import { Icon } from './icon'
import { type PendingButtonProps, pendingButton } from './pending-button'

/** The visual variants of a button. */
export type ButtonStyle = {
  variant?: 'primary' | 'accent' | 'outline' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'medium' | 'small'
  /** As wide as its container. */
  wide?: boolean
  /** On a phone only the icon shows: wrap the text in a span and set aria-label. */
  compact?: boolean
}

const VARIANTS = {
  primary: styles.primary,
  accent: styles.accent,
  outline: styles.outline,
  quiet: styles.quiet,
  danger: styles.danger,
  'danger-quiet': styles.dangerQuiet,
}

/** The class of a link that looks like a Button. */
export function buttonClass({
  variant = 'primary',
  size = 'medium',
  wide,
  compact,
}: ButtonStyle = {}): string {
  return classNames(
    styles.button,
    VARIANTS[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
    compact && styles.compact,
  )
}

type Props = PendingButtonProps & ButtonStyle & { icon?: LucideIcon }

/** A button with a text and an optional icon before it. `type` defaults to "button". */
export function Button({ variant, size, wide, icon, className, children, ...button }: Props) {
  return (
    <button
      type="button"
      {...pendingButton(button)}
      className={classNames(buttonClass({ variant, size, wide }), className)}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </button>
  )
}
