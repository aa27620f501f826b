import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string
  /** Read out instead of the label where many stand on a page. */
  accessibleName?: string
  hint?: string
}

/** On or off, at once or with the form it stands in. */
export function Switch({ label, accessibleName, hint, ...input }: Props) {
  const id = useId()
  return (
    <label className="switch">
      <input
        {...input}
        type="checkbox"
        aria-label={accessibleName}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <span>
        {label}
        {hint && (
          <span className="field__hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
