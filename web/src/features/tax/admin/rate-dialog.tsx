import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { SelectField } from '@/ui/select-field'
import { stack } from '@/ui/stack'
import { addRate, type RateForm } from '../api'
import { taxTexts as texts } from '../texts'
import styles from './rate-dialog.module.css'

const EMPTY = { hsn: '', condition: '', rate: '', cess: '', from: '', base: 'PRICE' }
type Row = typeof EMPTY
const MAX_SHOWN_PRODUCTS = 5

/** Adds a rate, after a preview of the products that it affects. */
export default function RateDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [row, setRow] = useState(EMPTY)
  const loadPreview = useMutation({
    mutationFn: () => addRate({ ...toForm(row), dryRun: true }),
    meta: { errorShownBy: 'component' },
  })
  const save = useMutation({
    mutationFn: () => addRate(toForm(row)),
    meta: { errorShownBy: 'component' },
    onSuccess: () => {
      notify.success(texts.row.added)
      onClose()
      return queryClient.invalidateQueries()
    },
  })
  const preview = loadPreview.data
  const error = save.error ?? loadPreview.error
  const fields = error instanceof ApiError ? error.fields : []
  const field = (name: keyof Row) => ({
    value: row[name],
    error: fields.find((entry) => entry.field === name || (entry.field === 'treatment' && name === 'rate'))
      ?.message,
    onChange: ({ target }: { target: { value: string } }) => {
      setRow((before) => ({ ...before, [name]: target.value }))
      loadPreview.reset()
      save.reset()
    },
  })
  const busy = loadPreview.isPending || save.isPending
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (preview) save.mutate()
    else loadPreview.mutate()
  }
  return (
    <Dialog open form onClose={onClose} title={texts.row.title} description={texts.row.hint}>
      <form noValidate className={stack.form} onSubmit={onSubmit}>
        <div className={styles.pair}>
          <Field
            {...field('hsn')}
            label={texts.row.hsn}
            inputMode="numeric"
            autoComplete="off"
            description={texts.row.hsnHint}
          />
          <SelectField
            {...field('condition')}
            label={texts.row.condition}
            options={[
              { value: '', label: texts.row.always },
              { value: 'PREPACKED', label: texts.row.prepacked },
              { value: 'LOOSE', label: texts.row.loose },
            ]}
          />
          <Field
            {...field('rate')}
            label={texts.row.rate}
            inputMode="decimal"
            autoComplete="off"
            description={texts.row.rateHint}
          />
          <Field {...field('cess')} label={texts.row.cess} inputMode="decimal" autoComplete="off" />
          <Field {...field('from')} label={texts.row.from} type="date" />
          <SelectField
            {...field('base')}
            label={texts.row.base}
            options={[
              { value: 'PRICE', label: texts.row.price },
              { value: 'MRP', label: texts.row.mrp },
            ]}
          />
        </div>
        {preview && (
          <div role="status" className={styles.preview}>
            <p>{texts.row.affected(preview.count)}</p>
            <ul>
              {preview.products.slice(0, MAX_SHOWN_PRODUCTS).map(({ _id, name, unit, before, after }) => (
                <li key={_id}>
                  {name} {unit}: {before ? texts.rate(before.rate) : '–'} → <b>{texts.rate(after.rate)}</b>
                </li>
              ))}
            </ul>
            {preview.count > MAX_SHOWN_PRODUCTS && (
              <p>{texts.row.more(preview.count - MAX_SHOWN_PRODUCTS)}</p>
            )}
          </div>
        )}
        {error && fields.length === 0 && <Alert tone="danger">{errorMessage(error, texts.row.failed)}</Alert>}
        <DialogFooter>
          <Button variant="outline" pending={busy} onClick={onClose}>
            {texts.row.cancel}
          </Button>
          <Button type="submit" pending={busy}>
            {preview ? texts.row.save : texts.row.preview}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Converts the form's values to the request. */
function toForm(row: Row): RateForm {
  return { ...row, base: row.base === 'MRP' ? 'MRP' : 'PRICE' }
}
