import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './chip.module.css'
import { Icon } from './icon'

/** The class of a link that looks like a Chip. */
export const chipClass = styles.chip

/** The class of a link that looks like a Chip that is on. */
export const selectedChipClass = classNames(styles.chip, styles.selected)

type ChipProps = {
  icon?: LucideIcon
  /** For a toggle: whether it is on. Leave it out for a chip that only acts. */
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small round button above a list: a filter that is on or off, or an action on the filters. */
export function Chip({ icon, pressed, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      className={classNames(styles.chip, pressed && styles.selected)}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {icon && <Icon icon={icon} size="small" />}
      {children}
    </button>
  )
}

type ChipSelectProps<Value extends string> = {
  icon?: LucideIcon
  /** The accessible name of the select. */
  accessibleName: string
  /** What the chip shows. */
  label: string
  /** Whether the choice differs from the usual one. */
  selected: boolean
  value: Value
  options: { value: Value; label: string }[]
  onSelect: (value: Value) => void
}

/** A chip over a native select: the phone's own list, the keyboard's own keys. */
export function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { icon, accessibleName, label, selected, value, options, onSelect } = props
  return (
    <span className={classNames(styles.chip, styles.select, selected && styles.selected)}>
      {icon && <Icon icon={icon} size="small" />}
      <span aria-hidden="true">{label}</span>
      <Icon icon={ChevronDown} size="small" />
      <select
        aria-label={accessibleName}
        value={value}
        onChange={(event) => {
          const option = options.find((candidate) => candidate.value === event.target.value)
          if (option) onSelect(option.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
