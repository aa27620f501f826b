/** React's record of the value that it knows, by which it tells whether an event changes it. */
type Field = HTMLInputElement & { _valueTracker?: { setValue: (value: string) => void } }

/**
 * Follows what is typed into the fields of a rendered page while it is made to work, which empties them. Returns what
 * types it again.
 */
export function followTypedFields(root: HTMLElement): () => void {
  const typed = new Map<Field, string>()
  const onInput = (field: Field) => typed.set(field, field.value)
  for (const field of root.querySelectorAll('input')) if (field.value !== field.defaultValue) onInput(field)
  root.oninput = ({ target }) => onInput(target as Field)
  return () => {
    root.oninput = null
    for (const [field, value] of typed) {
      field.value = value
      field._valueTracker?.setValue('')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
