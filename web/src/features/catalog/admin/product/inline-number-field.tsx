import { type KeyboardEvent, useId, useState } from 'react'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { parseNumber } from '@/lib/plain-number'
import type { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field-error'
import { inputClass } from '@/ui/field-frame'
import styles from './inline-number-field.module.css'
import { stepOf } from './product-form'
import { texts } from './texts'

type Props = {
  /** The field's name in the API. */
  name: 'stock' | 'price' | 'discount' | 'sellingPrice'
  label: string
  /** The accessible label, which includes the product's name. */
  accessibleName: string
  value: number
  schema: z.ZodMiniType<string>
  /** `tel` is the phone keypad that has + and -. */
  inputMode: 'numeric' | 'decimal' | 'tel'
  /** Saves the parsed value. `baseVersion` is the product's version when typing began. Resolves to whether the text can be discarded. */
  onSave: (value: number, baseVersion: string) => Promise<boolean>
  /** Applies a step such as +10, if given. Resolves to whether the text can be discarded. `key` stays the same per text. */
  onStep?: (step: number, key: string) => Promise<boolean>
  /** The displayed version of the product. */
  version: string
  /** Values above the limit are not saved; a button offers to raise the limit as well. */
  limit?: Limit
}

type Limit = {
  max: number
  message: string
  raise: string
  /** Saves the value and raises the limit. Resolves to whether the text can be discarded. */
  onRaise: (value: number, baseVersion: string) => Promise<boolean>
}

/** The typed text. It keeps its idempotency key when saving fails: the server may have saved it and only the response was lost. */
type Draft = {
  text: string
  baseVersion: string
  key: string
  error?: string
  saving?: boolean
  failed?: boolean
  aboveLimit?: boolean
}

/** A number edited in a table cell. Enter and blur save it, Escape restores it. */
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
    if (limit && parsed > limit.max && !raising)
      return setDraft({ ...draft, error: limit.message, aboveLimit: true })
    setDraft({ ...draft, error: undefined, aboveLimit: false, saving: true })
    const set = limit && raising ? limit.onRaise : onSave
    const saved = step === undefined ? await set(parsed, draft.baseVersion) : await onStep?.(step, draft.key)
    // A text that could not be saved stays in the field.
    setDraft((now) =>
      saved ? undefined : now && { ...now, saving: false, failed: true, error: texts.notSaved },
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
        // After a failure only Enter retries, not blur.
        onBlur={() => !draft?.failed && void save()}
        onKeyDown={onKeyDown}
      />
      {draft?.error && (
        <FieldError className={styles.error} id={`${id}-note`} role="alert">
          {draft.error}
        </FieldError>
      )}
      {limit && draft?.aboveLimit && (
        <Button className={styles.raise} size="small" variant="outline" onClick={() => void save(true)}>
          {limit.raise}
        </Button>
      )}
    </div>
  )
}
