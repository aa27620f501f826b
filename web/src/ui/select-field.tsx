import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame } from './field-frame'

type Option = { value: string; label: string }

type Props = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  error?: string
  hint?: string
  /** What stands there before anything is chosen. */
  placeholder: string
  options: Option[]
}

/** A choice from a list: the phone's own list, the keyboard's own keys. */
export function SelectField({ label, error, hint, placeholder, options, ...select }: Props) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => (
        <span className="select">
          <select {...select} {...control} className={`input ${error ? 'input--bad' : ''}`}>
            <option value="">{placeholder}</option>
            {options.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className="ic" />
        </span>
      )}
    </FieldFrame>
  )
}
