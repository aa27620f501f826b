import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './field.module.css'
import { FieldFrame, inputClass } from './field-frame'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  /** The error message, as a sentence. */
  error?: string
  description?: string
  /** A symbol before the value, such as ₹. */
  prefix?: string
  /** A button inside the field's right edge. */
  trailing?: ReactNode
}

/** A labeled input. Takes the result of react-hook-form's register. */
export function Field({ label, error, description, prefix, trailing, className, ...input }: Props) {
  return (
    <FieldFrame label={label} error={error} description={description} className={className}>
      {(control) => (
        <div className={styles.inputWrap}>
          {prefix && <b aria-hidden="true">{prefix}</b>}
          <input
            {...input}
            {...control}
            className={classNames(
              inputClass({ invalid: error !== undefined }),
              prefix && styles.withPrefix,
              trailing !== undefined && styles.withTrailing,
            )}
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}
