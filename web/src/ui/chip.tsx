import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './chip.module.css'
import { Icon } from './icon'

/** The class of a link that looks like a Chip. */
export const chipClass = styles.chip

/** The class of a link that looks like a pressed Chip. */
export const selectedChipClass = classNames(styles.chip, styles.selected)

type ChipProps = {
  icon?: LucideIcon
  /** The state of a toggle. Omit it for a chip that only triggers an action. */
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

/** A small rounded button above a list: a filter toggle or an action on the filters. */
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
  /** The visible label. */
  label: string
  /** Whether the value differs from the default. */
  selected: boolean
  value: Value
  options: { value: Value; label: string }[]
  /** Called with each chosen value; not if `handlers` handle the choice. */
  onSelect?: (value: Value) => void
  /** Handlers of the select, as those of useSelectDraft. */
  handlers?: Pick<ComponentProps<'select'>, 'onPointerDown' | 'onKeyDown' | 'onChange' | 'onBlur'>
}

/** A chip over a native select, with the platform's own list and keys. */
export function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { icon, accessibleName, label, selected, value, options, onSelect, handlers } = props
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
          if (option) onSelect?.(option.value)
        }}
        {...handlers}
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
