import { type ComponentProps, useId } from 'react'
import { classNames } from '@/lib/class-names'
import { FieldError } from './field-error'
import styles from './switch.module.css'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string
  /** Replaces the label as accessible name where a page has many switches. */
  accessibleName?: string
  description?: string
  /** The error message, as a sentence. */
  error?: string
}

/** A labeled native checkbox that looks like a switch. */
export function Switch({ label, accessibleName, description, error, className, ...input }: Props) {
  const id = useId()
  const notes = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <>
      <label className={classNames(styles.switch, className)}>
        <input
          {...input}
          type="checkbox"
          aria-label={accessibleName}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        <span>
          {label}
          {description && (
            <span className={styles.description} id={`${id}-description`}>
              {description}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
}
