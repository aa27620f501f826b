import { useState } from 'react'
import { Field } from '@/ui/field'
import styles from './label-fields.module.css'
import type { ProductForm } from './product-fields'
import { TAX_LENGTHS, type TaxField } from './product-form'
import { texts } from './texts'

const FIELDS = Object.keys(TAX_LENGTHS) as TaxField[]

/** What the tax of a product depends on; open when something of it is filled in or wrong. */
export function TaxFields({ form: { register, getValues, formState } }: { form: ProductForm }) {
  const [filled] = useState(() => getValues(FIELDS).some(Boolean))
  const { errors } = formState
  return (
    <details className={styles.label} open={filled || FIELDS.some((name) => errors[name]) || undefined}>
      <summary>{texts.tax}</summary>
      <p className={styles.description}>{texts.taxHint}</p>
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={texts.labels[name]}
          description={texts.hints[name]}
          autoComplete="off"
          inputMode={name === 'taxCondition' ? 'text' : 'decimal'}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </details>
  )
}
