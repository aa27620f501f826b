import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { hasValidCheckCharacter } from '../gst'
import { GSTKindField } from '../gst-kind-field'
import { fieldTexts } from '../settings-texts'
import { setupTexts } from './setup-texts'
import { hasGSTIN } from './setup-values'
import { type StepProps, textField } from './step-props'

export function BillsStep(props: StepProps) {
  const { values, errors, onChange } = props
  const { bills } = setupTexts
  return (
    <>
      <GSTKindField
        legend={bills.legend}
        value={values.gst}
        labels={bills.kinds}
        descriptions={bills.means}
        onChange={(gst) => onChange({ gst })}
      />
      {errors.gst && <FieldError>{errors.gst}</FieldError>}
      {hasGSTIN(values.gst) && (
        <Field
          label={fieldTexts.gstin}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          description={hasValidCheckCharacter(values.gstin) ? fieldTexts.gstinFits : undefined}
          {...textField(props, 'gstin')}
        />
      )}
      <p>{bills.notSure}</p>
    </>
  )
}
