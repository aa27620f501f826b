import { useState } from 'react'
import { Field } from '@/ui/field'
import { SelectField } from '@/ui/select-field'
import { ScanButton } from '../../scan-button'
import styles from './label-fields.module.css'
import type { ProductForm } from './product-fields'
import { LABEL_LENGTHS, type LabelField } from './product-form'
import { texts } from './texts'

const FIELDS = Object.keys(LABEL_LENGTHS) as LabelField[]
const SHOWN = [...FIELDS, 'diet'] as const
const MARKS = ['VEG', 'NON_VEG', 'NONE'] as const
const DESCRIPTIONS: Partial<Record<LabelField, string>> = texts.hints

/** The declarations on the packet besides price and size. Open if a field is filled in or invalid. */
export function LabelFields({ form: { register, getValues, setValue, formState } }: { form: ProductForm }) {
  const [filled] = useState(() => getValues(SHOWN).some(Boolean))
  const { errors } = formState
  return (
    <details className={styles.label} open={filled || SHOWN.some((name) => errors[name]) || undefined}>
      <summary>{texts.onThePacket}</summary>
      <p className={styles.description}>{texts.onThePacketHint}</p>
      <ScanButton onScan={(code) => setValue('barcode', code, { shouldDirty: true, shouldValidate: true })} />
      <Field
        label={texts.labels.moreBarcodes}
        description={texts.hints.moreBarcodes}
        autoComplete="off"
        error={errors.moreBarcodes?.message}
        {...register('moreBarcodes')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={texts.labels[name]}
          description={DESCRIPTIONS[name]}
          autoComplete="off"
          error={errors[name]?.message}
          {...register(name)}
          onKeyDown={(event) => {
            // A scanner sends Enter at the end, which would submit the form.
            if (name === 'barcode' && event.key === 'Enter') event.preventDefault()
          }}
        />
      ))}
      <SelectField
        label={texts.labels.diet}
        description={texts.hints.diet}
        placeholder={texts.diets.byName}
        options={MARKS.map((value) => ({ value, label: texts.diets[value] }))}
        error={errors.diet?.message}
        {...register('diet')}
      />
    </details>
  )
}
