import { X } from 'lucide-react'
import { useState } from 'react'
import { asciiDigits } from '@/lib/typed-number'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { fieldDescriptionClass } from '@/ui/field-frame'
import { IconButton } from '@/ui/icon-button'
import { SelectField } from '@/ui/select-field'
import { stack } from '@/ui/stack'
import type { WeightBarcode } from '../staff-api'
import styles from './list-field.module.css'
import { settingsTexts } from './settings-admin-texts'
import type { SettingsForm } from './use-settings-form'

type Kind = WeightBarcode['kind']
const KINDS = ['WEIGHT', 'PRICE'] as const satisfies Kind[]

/** The most common label: a 2, a digit for the scale, five digits of the item code, five of the weight in grams. */
const USUAL = { prefix: '2', kind: 'WEIGHT' as Kind, item: '3-7', value: '8-12', decimals: '3' }

/** Formats a range of a barcode's digits: 3-7. */
export function placeText([from = 0, to = 0]: number[]): string {
  return `${from}-${to}`
}

/** Parses "3-7" or "3 7"; the server validates the range. */
function parsePlace(text: string): number[] {
  return asciiDigits(text).split(/\D+/).filter(Boolean).map(Number)
}

/** The formats of the barcodes on the shop's scale labels. Adding a format replaces one with the same prefix. */
export function WeightBarcodesField({ form }: { form: SettingsForm }) {
  const { weightBarcodes } = form.values
  const [typed, setTyped] = useState(USUAL)
  const set = (change: Partial<typeof USUAL>) => setTyped({ ...typed, ...change })
  const add = () => {
    const prefix = asciiDigits(typed.prefix).trim()
    const label = {
      prefix,
      kind: typed.kind,
      item: parsePlace(typed.item),
      value: parsePlace(typed.value),
      decimals: Number(asciiDigits(typed.decimals)) || 0,
    }
    form.set('weightBarcodes', [...weightBarcodes.filter((entry) => entry.prefix !== prefix), label])
    setTyped(USUAL)
  }
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{settingsTexts.labels.weightBarcodes}</h3>
      {weightBarcodes.length > 0 ? (
        <ul className={stack.row}>
          {weightBarcodes.map((label) => (
            <li key={label.prefix} className={styles.entry}>
              <b>{label.prefix}…</b>{' '}
              {settingsTexts.labelText(
                placeText(label.item),
                `${settingsTexts.labelKindNames[label.kind]} ${placeText(label.value)}`,
              )}
              <IconButton
                icon={X}
                size="small"
                label={settingsTexts.removeLabel(label.prefix)}
                onClick={() =>
                  form.set(
                    'weightBarcodes',
                    weightBarcodes.filter((entry) => entry !== label),
                  )
                }
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={fieldDescriptionClass}>{settingsTexts.noLabels}</p>
      )}
      <div className={styles.newEntry}>
        <Field
          label={settingsTexts.labelPrefix}
          inputMode="numeric"
          maxLength={2}
          value={typed.prefix}
          onChange={({ target }) => set({ prefix: target.value })}
        />
        <SelectField
          label={settingsTexts.labelKind}
          value={typed.kind}
          options={KINDS.map((kind) => ({ value: kind, label: settingsTexts.labelKindNames[kind] }))}
          onChange={({ target }) =>
            set({ kind: target.value as Kind, decimals: target.value === 'PRICE' ? '2' : '3' })
          }
        />
        <Field
          label={settingsTexts.labelItem}
          description={settingsTexts.labelPlaceHint}
          value={typed.item}
          onChange={({ target }) => set({ item: target.value })}
        />
        <Field
          label={settingsTexts.labelValue}
          value={typed.value}
          onChange={({ target }) => set({ value: target.value })}
        />
        <Field
          label={settingsTexts.labelDecimals}
          inputMode="numeric"
          maxLength={1}
          value={typed.decimals}
          onChange={({ target }) => set({ decimals: target.value })}
        />
        <Button variant="outline" disabled={typed.prefix.trim() === ''} onClick={add}>
          {settingsTexts.addLabel}
        </Button>
      </div>
      {form.errors.weightBarcodes && <FieldError>{form.errors.weightBarcodes}</FieldError>}
    </div>
  )
}
