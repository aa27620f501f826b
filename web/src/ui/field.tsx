import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame } from './field-frame'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  /** What is wrong with what stands in the field, as a sentence. */
  error?: string
  hint?: string
  /** A sign before what is typed, such as ₹. */
  leading?: string
  /** A button inside the field's right edge. */
  trailing?: ReactNode
}

/** One line of a form: the label above, what is wrong below. Takes what react-hook-form's register gives. */
export function Field({ label, error, hint, leading, trailing, ...input }: Props) {
  const marks = [error && 'input--bad', leading && 'input--pre', trailing && 'input--trailing']
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => (
        <div className="input-wrap">
          {leading && <b aria-hidden="true">{leading}</b>}
          <input {...input} {...control} className={['input', ...marks].filter(Boolean).join(' ')} />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}
