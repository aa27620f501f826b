import { useId } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './radio-list.module.css'

type Props<Value extends string> = {
  legend: string
  value: Value | undefined
  options: { value: Value; label: string; hint?: string }[]
  /** Side by side if there is room. */
  columns?: boolean
  onChange: (value: Value) => void
}

/** A fieldset of radio buttons. */
export function RadioList<Value extends string>({ legend, value, options, columns, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={classNames(styles.list, columns && styles.columns)}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
