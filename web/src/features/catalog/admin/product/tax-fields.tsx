import { type ComponentProps, useState } from 'react'
import { Field } from '@/ui/field'
import { TAX_FIELDS } from './bulk-draft'
import styles from './label-fields.module.css'
import type { TaxField } from './product-form'
import { texts } from './texts'

type Props = {
  description: string
  /** Whether a field is filled in when the form opens. */
  filled: boolean
  field: (name: TaxField) => Omit<ComponentProps<typeof Field>, 'label'>
}

/** The tax fields of a product, or of a sub-category for its products. Open if a field is filled in or invalid. */
export function TaxFields({ description, filled, field }: Props) {
  const [open] = useState(filled)
  return (
    <details
      className={styles.label}
      open={open || TAX_FIELDS.some((name) => field(name).error !== undefined) || undefined}
    >
      <summary>{texts.tax}</summary>
      <p className={styles.description}>{description}</p>
      {TAX_FIELDS.map((name) => (
        <Field
          key={name}
          label={texts.labels[name]}
          description={texts.hints[name]}
          autoComplete="off"
          inputMode={name === 'taxCondition' ? 'text' : 'decimal'}
          {...field(name)}
        />
      ))}
    </details>
  )
}
