import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type Control = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  /** What is wrong with what stands in the field, as a sentence. */
  error?: string
  hint?: string
  /** The control; it takes these attributes. */
  children: (control: Control) => ReactNode
}

/** What stands around a form's control: the label above, what is wrong or worth knowing below. */
export function FieldFrame({ label, error, hint, children }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {error ? (
        <p className="field__bad" id={`${id}-note`}>
          <CircleAlert className="ic ic--s" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field__hint" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
