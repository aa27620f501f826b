import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { z } from '@/lib/zod'
import { parseNumber } from './product-form'

type Props = {
  /** The field's name in the API. */
  name: 'stock' | 'price'
  label: string
  /** The label with the product's name, read out. */
  accessibleName: string
  value: number
  schema: z.ZodType<string>
  inputMode: 'numeric' | 'decimal'
  /** Saves what was typed over the value that was seen when typing began; says whether that is done with. */
  onSave: (value: number, seen: string) => Promise<boolean>
  /** The version of the product that is shown. */
  version: string
}

type Draft = { text: string; seen: string; error?: string; saving?: boolean }

/** A number that is changed where it stands: Enter or leaving it saves, Escape takes it back. */
export function InlineNumberField(props: Props) {
  const { name, label, accessibleName, value, schema, inputMode, onSave, version } = props
  const [draft, setDraft] = useState<Draft>()
  const id = useId()
  const save = async () => {
    if (!draft || draft.saving) return
    const { error } = schema.safeParse(draft.text)
    if (error) return setDraft({ ...draft, error: error.issues[0]?.message })
    const typed = parseNumber(draft.text)
    if (typed === value) return setDraft(undefined)
    setDraft({ ...draft, error: undefined, saving: true })
    const done = await onSave(typed, draft.seen)
    // What could not be saved stays as it was typed.
    setDraft((now) => (done ? undefined : now && { ...now, saving: false }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape') setDraft(undefined)
  }
  return (
    <div className="inplace">
      <label htmlFor={id} aria-hidden="true">
        {label}
      </label>
      <input
        id={id}
        name={name}
        className={`input ${draft?.error ? 'input--bad' : ''}`}
        inputMode={inputMode}
        autoComplete="off"
        aria-label={accessibleName}
        aria-invalid={draft?.error ? true : undefined}
        aria-describedby={draft?.error ? `${id}-note` : undefined}
        aria-busy={draft?.saving}
        readOnly={draft?.saving}
        value={draft?.text ?? String(value)}
        onChange={({ target }) =>
          setDraft((before) => ({ seen: before?.seen ?? version, text: target.value }))
        }
        onFocus={({ target }) => target.select()}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      {draft?.error && (
        <p className="field__bad" id={`${id}-note`} role="alert">
          <CircleAlert className="ic ic--s" />
          {draft.error}
        </p>
      )}
    </div>
  )
}
