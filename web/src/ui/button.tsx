import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './button.module.css'
import { Icon } from './icon'

/** How a button looks. */
export type ButtonStyle = {
  variant?: 'primary' | 'accent' | 'outline' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'medium' | 'small'
  /** As wide as its container. */
  wide?: boolean
  /** On a phone it shows its icon alone: its text is in a span, its name in aria-label. */
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

type Props = ComponentProps<'button'> & ButtonStyle & { icon?: LucideIcon }

/** A button with a text and, before it, an icon. `type` is "button" unless given. */
export function Button({ variant, size, wide, icon, className, children, ...button }: Props) {
  return (
    <button type="button" {...button} className={classNames(buttonClass({ variant, size, wide }), className)}>
      {icon && <Icon icon={icon} />}
      {children}
    </button>
  )
}
