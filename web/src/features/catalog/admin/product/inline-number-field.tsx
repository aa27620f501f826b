import { type KeyboardEvent, useId, useState } from 'react'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import type { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field-error'
import { inputClass } from '@/ui/field-frame'
import styles from './inline-number-field.module.css'
import { parseNumber, stepOf } from './product-form'
import { texts } from './texts'

type Props = {
  /** The field's name in the API. */
  name: 'stock' | 'price' | 'discount' | 'sellingPrice'
  label: string
  /** The label with the product's name, read out. */
  accessibleName: string
  value: number
  schema: z.ZodMiniType<string>
  /** tel is the phone's keypad that has + and -. */
  inputMode: 'numeric' | 'decimal' | 'tel'
  /** Saves what was parsed over the value that was baseVersion when typing began; says whether that is done with. */
  onSave: (value: number, baseVersion: string) => Promise<boolean>
  /** Adds or takes, when a text such as +10 was typed; says whether that is done with. The key is one per text. */
  onStep?: (step: number, key: string) => Promise<boolean>
  /** The version of the product that is shown. */
  version: string
  /** What is above the limit is not saved, but offered to be saved with a higher limit. */
  limit?: Limit
}

type Limit = {
  most: number
  message: string
  raise: string
  /** Saves what was typed with its limit; says whether that is done with. */
  onRaise: (value: number, baseVersion: string) => Promise<boolean>
}

/** A text that could not be saved keeps its key: the server may have done it, and only the response was lost. */
type Draft = {
  text: string
  baseVersion: string
  key: string
  error?: string
  saving?: boolean
  failed?: boolean
  aboveLimit?: boolean
}

/** A number that is edited in its table cell: Enter or leaving it saves, Escape restores it. */
export function InlineNumberField(props: Props) {
  const { name, label, accessibleName, value, schema, inputMode, onSave, onStep, version, limit } = props
  const [draft, setDraft] = useState<Draft>()
  const id = useId()
  const save = async (raising = false) => {
    if (!draft || draft.saving) return
    const { error } = schema.safeParse(draft.text)
    if (error) return setDraft({ ...draft, error: error.issues[0]?.message })
    const step = onStep && stepOf(draft.text)
    const parsed = parseNumber(draft.text)
    if (step === undefined && parsed === value) return setDraft(undefined)
    if (limit && parsed > limit.most && !raising)
      return setDraft({ ...draft, error: limit.message, aboveLimit: true })
    setDraft({ ...draft, error: undefined, aboveLimit: false, saving: true })
    const set = limit && raising ? limit.onRaise : onSave
    const done = step === undefined ? await set(parsed, draft.baseVersion) : await onStep?.(step, draft.key)
    // What could not be saved stays as it was typed.
    setDraft((now) =>
      done ? undefined : now && { ...now, saving: false, failed: true, error: texts.notSaved },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape') setDraft(undefined)
  }
  return (
    <div className={styles.inlineNumberField} data-field={name}>
      <label htmlFor={id} aria-hidden="true">
        {label}
      </label>
      <input
        id={id}
        name={name}
        className={inputClass({ invalid: draft?.error !== undefined })}
        inputMode={inputMode}
        autoComplete="off"
        aria-label={accessibleName}
        aria-invalid={draft?.error ? true : undefined}
        aria-describedby={draft?.error ? `${id}-note` : undefined}
        aria-busy={draft?.saving}
        readOnly={draft?.saving}
        value={draft?.text ?? String(value)}
        onChange={({ target }) =>
          setDraft((before) => ({
            baseVersion: before?.baseVersion ?? version,
            text: target.value,
            key: newIdempotencyKey(),
          }))
        }
        onFocus={({ target }) => target.select()}
        // What failed is sent again by a press of Enter only, not by leaving the field.
        onBlur={() => !draft?.failed && void save()}
        onKeyDown={onKeyDown}
      />
      {draft?.error && (
        <FieldError className={styles.error} id={`${id}-note`} role="alert">
          {draft.error}
          {limit && draft.aboveLimit && (
            <Button size="small" variant="outline" onClick={() => void save(true)}>
              {limit.raise}
            </Button>
          )}
        </FieldError>
      )}
    </div>
  )
}
