import { ChevronDown } from 'lucide-react'
import { inputClass } from './field-frame'
import styles from './filter-select.module.css'
import { Icon } from './icon'

type Props = {
  name: string
  /** The accessible name; the select has no visible label. */
  label: string
  value: string
  /** The label of each value. */
  options: Record<string, string>
  onSelect: (value: string) => void
}

/** A native select in a Toolbar that filters or sorts the list below. */
export function FilterSelect({ name, label, value, options, onSelect }: Props) {
  return (
    <span className={styles.filterSelect}>
      <select
        name={name}
        className={inputClass()}
        aria-label={label}
        value={value}
        onChange={({ target }) => onSelect(target.value)}
      >
        {Object.entries(options).map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} className={styles.chevron} />
    </span>
  )
}
