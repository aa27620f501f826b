import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FilterSelect } from '@/ui/filter-select'
import { SelectField } from '@/ui/select-field'
import { categoriesQuery, subCategoriesQuery } from '../../api'
import type { BulkField } from './bulk-api'
import styles from './bulk-dialog.module.css'
import { type BulkDraft, TAX_FIELDS } from './bulk-draft'
import { bulkTexts } from './bulk-texts'
import { TAX_LENGTHS } from './product-form'
import { texts } from './texts'

type Props = {
  field: BulkField
  draft: BulkDraft
  /** Whether to show errors for missing or invalid values. */
  invalid: boolean
  onChange: (part: Partial<BulkDraft>) => void
}

/** The fields of a bulk change. */
export function BulkFields({ field, draft, invalid, onChange }: Props) {
  switch (field) {
    case 'price':
    case 'discount':
      return <AmountFields field={field} draft={draft} invalid={invalid} onChange={onChange} />
    case 'stock':
      return <StockFields draft={draft} invalid={invalid} onChange={onChange} />
    case 'subCategory':
      return <SubCategoryField draft={draft} invalid={invalid} onChange={onChange} />
    case 'tax':
      return <TaxFields draft={draft} invalid={invalid} onChange={onChange} />
    case 'unit':
      return (
        <Field
          label={bulkTexts.unit}
          description={bulkTexts.unitHint}
          autoComplete="off"
          maxLength={60}
          error={invalid ? texts.required(bulkTexts.unit) : undefined}
          value={draft.unit}
          onChange={({ target }) => onChange({ unit: target.value })}
        />
      )
  }
  return null
}

function AmountFields({ field, draft, invalid, onChange }: Props) {
  const inRupeesOnly = field === 'price' && draft.operation === 'set'
  return (
    <div className={styles.amountFields}>
      <FilterSelect
        name="operation"
        label={bulkTexts.operation}
        value={draft.operation}
        options={bulkTexts.operations}
        onSelect={(operation) => onChange({ operation: operation as BulkDraft['operation'] })}
      />
      <FilterSelect
        name="percent"
        label={bulkTexts.percent}
        value={draft.percent && !inRupeesOnly ? 'percent' : 'rupees'}
        options={inRupeesOnly ? { rupees: bulkTexts.amountUnits.rupees } : bulkTexts.amountUnits}
        onSelect={(unit) => onChange({ percent: unit === 'percent' })}
      />
      <Field
        label={bulkTexts.amount}
        inputMode="decimal"
        autoComplete="off"
        error={invalid ? bulkTexts.amountInvalid : undefined}
        value={draft.amount}
        onChange={({ target }) => onChange({ amount: target.value })}
      />
      <FilterSelect
        name="round"
        label={bulkTexts.round}
        value={draft.round}
        options={bulkTexts.rounds}
        onSelect={(round) => onChange({ round })}
      />
    </div>
  )
}

function StockFields({ draft, invalid, onChange }: Omit<Props, 'field'>) {
  return (
    <div className={styles.amountFields}>
      <FilterSelect
        name="operation"
        label={bulkTexts.operation}
        value={draft.operation}
        options={bulkTexts.stockOperations}
        onSelect={(operation) => onChange({ operation: operation as BulkDraft['operation'] })}
      />
      <Field
        label={bulkTexts.pieces}
        inputMode="numeric"
        autoComplete="off"
        error={invalid ? bulkTexts.piecesInvalid : undefined}
        value={draft.pieces}
        onChange={({ target }) => onChange({ pieces: target.value })}
      />
    </div>
  )
}

function TaxFields({ draft: { tax, clearedTaxFields }, invalid, onChange }: Omit<Props, 'field'>) {
  return TAX_FIELDS.map((name) => {
    const cleared = clearedTaxFields.includes(name)
    return (
      <div key={name} className={styles.taxField}>
        <Field
          label={texts.labels[name]}
          description={name === 'taxCondition' ? bulkTexts.conditionHint : undefined}
          autoComplete="off"
          inputMode={name === 'taxCondition' ? 'text' : 'decimal'}
          maxLength={TAX_LENGTHS[name]}
          disabled={cleared}
          error={invalid && name === 'hsn' ? bulkTexts.taxInvalid : undefined}
          value={cleared ? '' : tax[name]}
          onChange={({ target }) => onChange({ tax: { ...tax, [name]: target.value } })}
        />
        <label htmlFor={`${name}-clear`}>
          <Checkbox
            id={`${name}-clear`}
            checked={cleared}
            onChange={() =>
              onChange({
                clearedTaxFields: cleared
                  ? clearedTaxFields.filter((field) => field !== name)
                  : [...clearedTaxFields, name],
              })
            }
          />
          {bulkTexts.clear}
        </label>
      </div>
    )
  })
}

function SubCategoryField({ draft, invalid, onChange }: Omit<Props, 'field'>) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: subCategories = [] } = useQuery(subCategoriesQuery)
  const options = categories.flatMap(({ _id, name }) =>
    subCategories
      .filter(({ category }) => category?._id === _id)
      .map((sub) => ({ value: sub._id, label: `${name}, ${sub.name}` })),
  )
  return (
    <SelectField
      key={options.length}
      label={bulkTexts.subCategory}
      placeholder={bulkTexts.chooseSubCategory}
      options={options}
      error={invalid ? texts.required(bulkTexts.subCategory) : undefined}
      value={draft.subCategory}
      onChange={({ target }) => onChange({ subCategory: target.value })}
    />
  )
}
