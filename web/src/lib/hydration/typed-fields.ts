/** An input with React's record of its last known value: React ignores an event that does not change this value. */
export type Field = HTMLInputElement & { _valueTracker?: { setValue: (value: string) => void } }

/**
 * Records what the user types into a rendered page during hydration, which resets the fields, or replaces them if a browser
 * extension has changed the page. Returns a function that restores the typed values.
 */
export function followTypedFields(root: HTMLElement): () => void {
  const typed = new Map<Field, string>()
  const onInput = (field: Field) => typed.set(field, field.value)
  for (const field of root.querySelectorAll('input')) if (field.value !== field.defaultValue) onInput(field)
  root.oninput = ({ target }) => onInput(target as Field)
  return () => {
    root.oninput = null
    for (const [before, value] of typed) {
      const field = before.isConnected ? before : replacementOf(before, root)
      if (field) typeInto(field, value)
    }
  }
}

/** Sets a field's value as typing it would: React sees a change. */
export function typeInto(field: Field, value: string): void {
  field.value = value
  field._valueTracker?.setValue('')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const replacementOf = ({ name }: Field, root: HTMLElement) =>
  root.querySelector<Field>(`input[name="${CSS.escape(name)}"]`)
