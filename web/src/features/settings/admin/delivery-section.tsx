import { formatRupees, toPaise } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import { Field } from '@/ui/field'
import { PincodeField } from '../pincode-field'
import { RidersField } from './riders-field'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { FieldPair, goodClass, noticeClass, Preview, PreviewLine } from './settings-section'

export function DeliveryFields({ form }: FieldsProps) {
  return (
    <>
      <PincodeField
        value={form.values.pincodes}
        onChange={(pincodes) => form.set('pincodes', pincodes)}
        error={form.errors.pincodes}
      />
      <FieldPair>
        <Field
          {...form.field('minOrder')}
          prefix="₹"
          inputMode="decimal"
          description={settingsTexts.hints.minOrder}
        />
        <Field
          {...form.field('deliveryMinutes')}
          inputMode="numeric"
          description={settingsTexts.hints.deliveryMinutes}
        />
      </FieldPair>
      <FieldPair>
        <Field {...form.field('deliveryBy')} type="time" description={settingsTexts.hints.deliveryBy} />
        <Field
          {...form.field('deliveryCutoff')}
          type="time"
          description={settingsTexts.hints.deliveryCutoff}
        />
      </FieldPair>
      <Field {...form.field('deliveryNote')} description={settingsTexts.hints.deliveryNote} />
      <RidersField form={form} />
    </>
  )
}

export function DeliveryPreview({ form: { values } }: PreviewProps) {
  const minOrder = toPaise(Number(asciiDigits(values.minOrder)) || 0)
  // A sample cart: ₹49 below the minimum, or ₹150 for a minimum up to ₹50.
  const items = minOrder > 5_000 ? minOrder - 4_900 : 15_000
  const minutesText =
    Number(asciiDigits(values.deliveryMinutes)) > 0 && settingsTexts.deliveredWithin(values.deliveryMinutes)
  const promise = values.deliveryNote || minutesText
  return (
    <Preview caption={settingsTexts.previews.delivery}>
      {values.pincodes[0] && <span className={goodClass}>{settingsTexts.served(values.pincodes[0])}</span>}
      <PreviewLine label={settingsTexts.items}>{formatRupees(items)}</PreviewLine>
      <PreviewLine label={settingsTexts.sections.delivery}>{settingsTexts.free}</PreviewLine>
      {promise && <span>{promise}</span>}
      {minOrder > items && (
        <span className={noticeClass}>{settingsTexts.addMore(formatRupees(minOrder - items))}</span>
      )}
    </Preview>
  )
}
