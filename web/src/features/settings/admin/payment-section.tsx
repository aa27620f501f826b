import { formatRupees } from '@/lib/money'
import { Field } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { UpiTrial } from '../upi-trial'
import styles from './payment-section.module.css'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { FieldPair, Preview } from './settings-section'
import type { FlagName } from './settings-values'
import type { SettingsForm } from './use-settings-form'

// In paise.
const SAMPLE_TOTAL = 44_350

/** Returns the props of a switch for a boolean setting. */
export function switchProps(form: SettingsForm, name: FlagName) {
  return {
    label: settingsTexts.labels[name],
    checked: form.values[name],
    error: form.errors[name],
    onChange: ({ target }: { target: { checked: boolean } }) => form.set(name, target.checked),
  }
}

export function PaymentFields({ form, settings }: FieldsProps) {
  const { hints } = settingsTexts
  return (
    <>
      <Switch {...switchProps(form, 'pay.cod')} />
      <Switch {...switchProps(form, 'pay.upi')} description={hints.upi} />
      {form.values['pay.upi'] && (
        <div className={styles.account}>
          <div>
            <Field {...form.field('upiId')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            <Field {...form.field('upiName')} autoComplete="off" />
          </div>
          <UpiTrial upiId={form.values.upiId} name={form.values.upiName || form.values.name} />
        </div>
      )}
      <Switch {...switchProps(form, 'pay.online')} description={settings.online ? undefined : hints.online} />
      <FieldPair>
        <Field {...form.field('cashOrders')} inputMode="numeric" />
        <Field {...form.field('cashLimit')} prefix="₹" inputMode="decimal" />
        <Field
          {...form.field('cashUnverified')}
          prefix="₹"
          inputMode="decimal"
          description={hints.cashUnverified}
        />
        <Field
          {...form.field('refundLimit')}
          prefix="₹"
          inputMode="decimal"
          description={hints.refundLimit}
        />
        <Field {...form.field('khata.limit')} prefix="₹" inputMode="decimal" description={hints.khataLimit} />
      </FieldPair>
    </>
  )
}

export function PaymentPreview({ form: { values }, online }: PreviewProps) {
  const methods = [
    values['pay.cod'] && settingsTexts.cash,
    values['pay.upi'] && values.upiId && settingsTexts.upi,
    online && values['pay.online'] && settingsTexts.card,
  ].filter(Boolean)
  return (
    <Preview caption={settingsTexts.previews.payment}>
      {methods.length === 0 && settingsTexts.none}
      {methods.map((method) => (
        <span key={String(method)} className={styles.method}>
          <span>{method}</span>
          <span>{formatRupees(SAMPLE_TOTAL)}</span>
        </span>
      ))}
    </Preview>
  )
}
