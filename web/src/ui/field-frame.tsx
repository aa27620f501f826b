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
  /** What is wrong with the value, as a sentence. */
  error?: string
  description?: string
  /** The label is read out and not shown, as in a table. */
  hideLabel?: boolean
  className?: string
  /** The control; it takes these attributes. */
  children: (control: Control) => ReactNode
}

/** The class of a bare control, one that no Field wraps. */
export function inputClass({ invalid = false } = {}): string {
  return classNames(styles.input, invalid && styles.invalid)
}

/** The classes of a label and of a description that no FieldFrame renders, as of a group of controls. */
export const fieldLabelClass = styles.label
export const fieldDescriptionClass = styles.description

/** The label above a form's control and, below it, its error or its description. */
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
