import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { FieldFrame, inputClass } from './field-frame'
import { Icon } from './icon'

type Option = { value: string; label: string }

type Props = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  error?: string
  description?: string
  /** Shown while nothing is selected. */
  placeholder?: string
  options: Option[]
  /** Hides the label visually, for screen readers only, as in a table. */
  hideLabel?: boolean
}

/** A labeled native select. */
export function SelectField(props: Props) {
  const { label, error, description, placeholder, options, hideLabel, className, ...select } = props
  return (
    <FieldFrame
      label={label}
      error={error}
      description={description}
      hideLabel={hideLabel}
      className={className}
    >
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control} className={inputClass({ invalid: error !== undefined })}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon icon={ChevronDown} />
        </span>
      )}
    </FieldFrame>
  )
}
