import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import styles from './icon-button.module.css'
import { type PendingButtonProps, pendingButton } from './pending-button'

type Variant = 'plain' | 'outline' | 'danger'

/** Returns the class of a link that looks like an IconButton. */
export function iconButtonClass(variant: Variant = 'plain'): string {
  return classNames(styles.iconButton, variant !== 'plain' && styles[variant])
}

type Props = Omit<PendingButtonProps, 'aria-label' | 'children'> & {
  /** The accessible name. */
  label: string
  icon: LucideIcon
  size?: ComponentProps<typeof Icon>['size']
  variant?: Variant
}

/** A 44 px button with an icon only. `type` defaults to "button". */
export function IconButton({ label, icon, size, variant, className, ...button }: Props) {
  return (
    <button
      type="button"
      {...pendingButton(button)}
      className={classNames(iconButtonClass(variant), className)}
      aria-label={label}
    >
      <Icon icon={icon} size={size} />
    </button>
  )
}
