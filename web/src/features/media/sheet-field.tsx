import { SelectField } from '@/ui/select-field'
import { texts } from './texts'

type Props = {
  sheets: readonly string[]
  /** The sheets that are hidden in the workbook. */
  hidden?: readonly string[]
  /** The selected sheet; '' for none. */
  value: string
  onSheet: (sheet: string) => void
  label?: string
  description?: string
  className?: string
}

/** Selects the sheet of a workbook to read. */
export function SheetField({ sheets, hidden = [], value, onSheet, label, description, className }: Props) {
  return (
    <SelectField
      className={className}
      label={label ?? texts.list.sheet}
      description={description}
      placeholder={value === '' ? texts.list.chooseSheet : undefined}
      options={sheets.map((sheet) => ({
        value: sheet,
        label: hidden.includes(sheet) ? texts.list.hiddenSheet(sheet) : sheet,
      }))}
      value={value}
      onChange={({ target }) => onSheet(target.value)}
    />
  )
}
