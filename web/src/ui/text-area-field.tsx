import type { ComponentProps } from 'react'
import { FieldFrame, inputClass } from './field-frame'

type Props = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; error?: string; description?: string }

/** A labeled text field of several lines. */
export function TextAreaField({ label, error, description, className, ...area }: Props) {
  return (
    <FieldFrame label={label} error={error} description={description} className={className}>
      {(control) => (
        <textarea {...area} {...control} className={inputClass({ invalid: error !== undefined })} />
      )}
    </FieldFrame>
  )
}
