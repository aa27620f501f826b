import type { ComponentProps } from 'react'
import { FieldFrame } from './field-frame'

type Props = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; error?: string; hint?: string }

/** A field for more than one line. */
export function TextAreaField({ label, error, hint, ...area }: Props) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => <textarea {...area} {...control} className={`input ${error ? 'input--bad' : ''}`} />}
    </FieldFrame>
  )
}
