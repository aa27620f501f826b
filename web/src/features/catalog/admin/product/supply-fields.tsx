import { useState } from 'react'
import { Field } from '@/ui/field'
import styles from './label-fields.module.css'
import type { ProductForm } from './product-fields'
import { SUPPLY_LENGTHS, type SupplyField } from './product-form'
import { texts } from './texts'

const FIELDS = Object.keys(SUPPLY_LENGTHS) as SupplyField[]

/** The cost of a piece and how it is reordered. Open if a field is filled in or invalid. */
export function SupplyFields({ form: { register, getValues, formState } }: { form: ProductForm }) {
  const [filled] = useState(() => getValues(FIELDS).some(Boolean))
  const { errors } = formState
  return (
    <details className={styles.label} open={filled || FIELDS.some((name) => errors[name]) || undefined}>
      <summary>{texts.supply}</summary>
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={texts.labels[name]}
          description={texts.hints[name]}
          inputMode="decimal"
          autoComplete="off"
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </details>
  )
}
