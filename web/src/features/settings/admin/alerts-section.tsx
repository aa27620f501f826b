import { Field } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { switchProps } from './payment-section'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { FieldPair, Preview } from './settings-section'

export function AlertsFields({ form }: FieldsProps) {
  const { hints } = settingsTexts
  return (
    <>
      <Switch {...switchProps(form, 'alerts.sound')} description={hints.sound} />
      <Switch {...switchProps(form, 'alerts.push')} description={hints.push} />
      <Switch {...switchProps(form, 'alerts.mail')} description={hints.mail} />
      <FieldPair>
        <Field {...form.field('alerts.newMinutes')} inputMode="numeric" description={hints.newMinutes} />
        <Field
          {...form.field('alerts.packingMinutes')}
          inputMode="numeric"
          description={hints.packingMinutes}
        />
      </FieldPair>
      <Field {...form.field('alerts.lateMinutes')} inputMode="numeric" description={hints.lateMinutes} />
    </>
  )
}

export function AlertsPreview({ form: { values } }: PreviewProps) {
  return (
    <Preview caption={settingsTexts.previews.alerts}>
      {values['alerts.push'] ? (
        <span>
          <b>{values.name}</b>
          <br />
          {settingsTexts.newOrder}
        </span>
      ) : (
        settingsTexts.off
      )}
    </Preview>
  )
}
