import { type ReactNode, useId } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './field.module.css'
import { FieldError } from './field-error'
import { VisuallyHidden } from './visually-hidden'

type Control = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  /** The error message, as a sentence. */
  error?: string
  description?: string
  /** Hides the label visually, for screen readers only, as in a table. */
  hideLabel?: boolean
  className?: string
  /** Renders the control with these attributes. */
  children: (control: Control) => ReactNode
}

/** The class of an input or a textarea outside a Field. */
export function inputClass({ invalid = false } = {}): string {
  return classNames(styles.input, invalid && styles.invalid)
}

/** The classes of a label and a description outside a FieldFrame, such as for a group of controls. */
export const fieldLabelClass = styles.label
export const fieldDescriptionClass = styles.description

/** The frame of a form control: the label above it, its error or its description below. */
export function FieldFrame({ label, error, description, hideLabel, className, children }: Props) {
  const id = useId()
  const note = error ?? description
  return (
    <div className={classNames(styles.field, className)}>
      <label className={hideLabel ? undefined : styles.label} htmlFor={id}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {error ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        description && (
          <p className={styles.description} id={`${id}-note`}>
            {description}
          </p>
        )
      )}
    </div>
  )
}
