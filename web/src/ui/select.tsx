import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import styles from './select.module.css'

type Props = Omit<ComponentProps<'select'>, 'className'> & {
  /** The accessible name. */
  label: string
  /** The colors of the current value. */
  tone: 'warning' | 'success' | 'danger'
  icon: LucideIcon
  options: { value: string; label: string }[]
  className?: string
}

/** A native select colored by its value, such as an order's delivery status. */
export function StatusSelect({ label, tone, icon, options, className, ...select }: Props) {
  return (
    <span className={classNames(styles.status, styles[tone], className)}>
      <Icon icon={icon} size="small" className={styles.statusIcon} />
      <select {...select} aria-label={label}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size="small" className={styles.statusChevron} />
    </span>
  )
}
