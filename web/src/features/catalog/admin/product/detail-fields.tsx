import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import styles from './detail-fields.module.css'
import type { ProductForm } from './product-fields'
import { MAX_DETAILS } from './product-form'
import { texts } from './texts'

const AddFieldDialog = lazyDialog(() => import('./add-field-dialog'))

/** Custom details of a product, each with a name (entered in a dialog) and a text. */
export function DetailFields({ form: { control, register, formState } }: { form: ProductForm }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'more_details' })
  const [open, setOpen] = useState<boolean>()
  const add = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const added = useRef(false)
  const errors = formState.errors.more_details
  const error = errors?.message ?? errors?.root?.message
  const full = fields.length >= MAX_DETAILS
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset would break the form's grid
    <div ref={group} role="group" aria-label={texts.labels.more_details} className={styles.detailFields}>
      <span className={styles.legend}>{texts.labels.more_details}</span>
      {fields.map(({ id, name }, index) => (
        <Field
          className={styles.detail}
          key={id}
          label={name}
          autoComplete="off"
          error={errors?.[index]?.text?.message}
          {...register(`more_details.${index}.text`)}
          trailing={
            <IconButton
              label={texts.removeField(name)}
              icon={X}
              onClick={() => {
                remove(index)
                add.current?.focus()
              }}
            />
          }
        />
      ))}
      {error && <FieldError role="alert">{error}</FieldError>}
      {full && <p className={styles.full}>{texts.tooManyFields}</p>}
      <Button
        ref={add}
        variant="quiet"
        size="small"
        className={styles.add}
        icon={Plus}
        disabled={full}
        onClick={() => setOpen(true)}
      >
        {texts.addField}
      </Button>
      {open !== undefined && (
        <AddFieldDialog
          open={open}
          taken={fields.map(({ name }) => name)}
          onClose={() => setOpen(false)}
          onAdd={(name) => {
            append({ name, text: '' }, { shouldFocus: false })
            added.current = true
          }}
          finalFocus={() => {
            const field = added.current ? [...(group.current?.querySelectorAll('input') ?? [])].at(-1) : null
            added.current = false
            return field ?? null
          }}
        />
      )}
    </div>
  )
}
