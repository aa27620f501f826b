import { Field } from '@/ui/field'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { Preview, PreviewLine } from './settings-section'
import { placeText, WeightBarcodesField } from './weight-barcodes-field'

export function CounterFields({ form }: FieldsProps) {
  return (
    <>
      <Field {...form.field('counter.discountLimit')} inputMode="numeric" />
      <WeightBarcodesField form={form} />
    </>
  )
}

export function CounterPreview({ form: { values } }: PreviewProps) {
  return (
    <Preview caption={settingsTexts.previews.counter}>
      {values.weightBarcodes.length === 0 && settingsTexts.noLabels}
      {values.weightBarcodes.map(({ prefix, kind, item, value, decimals }) => (
        <PreviewLine key={prefix} label={`${prefix}…`}>
          {settingsTexts.labelExample(
            placeText(item),
            `${settingsTexts.labelKindNames[kind]} ${placeText(value)} /${10 ** decimals}`,
          )}
        </PreviewLine>
      ))}
    </Preview>
  )
}
