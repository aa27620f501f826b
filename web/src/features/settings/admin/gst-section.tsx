import { Link } from '@tanstack/react-router'
import { formatRupees } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import { Alert } from '@/ui/alert'
import { Field } from '@/ui/field'
import { SelectField } from '@/ui/select-field'
import { Switch } from '@/ui/switch'
import { textLinkClass } from '@/ui/text-link'
import { billNumber, creditPrefix, financialYear } from '../bill-number'
import { gstKind, hasValidCheckCharacter } from '../gst'
import { GSTKindField } from '../gst-kind-field'
import { fieldTexts } from '../settings-texts'
import type { OwnerSettings } from '../staff-api'
import { texts } from '../texts'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { FieldPair, Preview, PreviewLine } from './settings-section'
import type { SettingsForm } from './use-settings-form'

const { hints } = settingsTexts
const HSN_DIGITS = [0, 4, 6] as const

export function GSTFields({ form, settings }: FieldsProps) {
  const { values, set } = form
  const kind = gstKind(values['legal.gst'])
  const begun = hasBegun(form, settings)
  const next = nextNumber(form, settings)
  return (
    <>
      <GSTKindField
        legend={settingsTexts.standing}
        value={kind}
        labels={settingsTexts.gst}
        descriptions={settingsTexts.gstMeans}
        onChange={(chosen) => {
          set('legal.gst', chosen)
          if (chosen === 'UNREGISTERED') set('legal.gstin', '')
        }}
      />
      {kind !== 'UNREGISTERED' && (
        <Field
          {...form.field('legal.gstin')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          description={hasValidCheckCharacter(values['legal.gstin']) ? fieldTexts.gstinFits : hints.gstin}
        />
      )}
      <Field {...form.field('legal.state')} autoComplete="off" description={hints.state} />
      <FieldPair>
        <Field
          {...form.field('bill.prefix')}
          autoCapitalize="characters"
          maxLength={4}
          description={hints.prefix}
        />
        <Field
          {...form.field('bill.start')}
          inputMode="numeric"
          description={begun ? hints.startFixed(next) : hints.start}
        />
      </FieldPair>
      <Alert tone="info">
        {kind === '' ? (
          settingsTexts.noBills
        ) : (
          <>
            <b>{settingsTexts.nextBill(next)}</b>
            {settingsTexts.series(
              billNumber(prefixOf(form), financialYear(new Date(), 1), 1),
              creditPrefix(prefixOf(form)),
            )}
          </>
        )}
      </Alert>
      <Switch
        label={settingsTexts.labels.roundOff}
        description={hints.roundOff}
        checked={values.roundOff}
        onChange={({ target }) => set('roundOff', target.checked)}
      />
      <SelectField
        {...form.field('hsnDigits')}
        description={hints.hsnDigits}
        options={HSN_DIGITS.map((digits) => ({
          value: String(digits),
          label: settingsTexts.hsnChoices[digits],
        }))}
      />
      {kind === 'REGISTERED' && (
        <p>
          {settingsTexts.ratesHint}{' '}
          <Link to="/dashboard/tax" className={textLinkClass}>
            {settingsTexts.toTax}
          </Link>
        </p>
      )}
    </>
  )
}

/** Returns the prefix of bill numbers as it will be saved. */
function prefixOf({ values }: SettingsForm): string {
  return values['bill.prefix'].trim().toUpperCase()
}

/** Reports whether the series of the prefix has a bill, of any year. */
function hasBegun(form: SettingsForm, { bill, nextBill }: OwnerSettings): boolean {
  return prefixOf(form) === bill.prefix && nextBill > 0
}

/** Returns the number that the next bill gets. */
function nextNumber(form: SettingsForm, settings: OwnerSettings): string {
  const start = Number(asciiDigits(form.values['bill.start'])) || 1
  const next = hasBegun(form, settings) ? settings.nextBill : start
  return billNumber(prefixOf(form), financialYear(new Date()), next)
}

// Two sample lines; `halfPaise` is half of the 5 % tax included in them.
const SAMPLE = { attaPaise: 24_900, dahiPaise: 4_950, roundOffPaise: 50, halfPaise: 711 }

export function GSTPreview({ form, settings }: PreviewProps) {
  const { values } = form
  const kind = gstKind(values['legal.gst'])
  const registered = kind === 'REGISTERED'
  const digits = Number(values.hsnDigits)
  const name = (goods: string, hsn: string) =>
    [goods, kind !== 'UNREGISTERED' && hsn.slice(0, digits), registered && '5%'].filter(Boolean).join(' · ')
  const total = SAMPLE.attaPaise + SAMPLE.dahiPaise + (values.roundOff ? SAMPLE.roundOffPaise : 0)
  const { atta, dahi } = settingsTexts.sampleGoods
  return (
    <Preview caption={settingsTexts.previews.gst}>
      <b>{values['legal.name'] || values.name}</b>
      {values['legal.gstin'] && kind !== 'UNREGISTERED' && <span>{texts.gstin(values['legal.gstin'])}</span>}
      {kind === 'COMPOSITION' && <span>{texts.composition}</span>}
      <b>{settingsTexts.billKind[kind]}</b>
      {kind !== '' && (
        <>
          <PreviewLine label={settingsTexts.billNumber}>{nextNumber(form, settings)}</PreviewLine>
          <PreviewLine label={name(atta, '11010000')}>{formatRupees(SAMPLE.attaPaise)}</PreviewLine>
          <PreviewLine label={name(dahi, '04039090')}>{formatRupees(SAMPLE.dahiPaise)}</PreviewLine>
          {values.roundOff && (
            <PreviewLine label={settingsTexts.roundOffLine}>
              +{formatRupees(SAMPLE.roundOffPaise)}
            </PreviewLine>
          )}
          <PreviewLine label={settingsTexts.total}>{formatRupees(total)}</PreviewLine>
          {registered && (
            <PreviewLine label={`${settingsTexts.cgst} ${formatRupees(SAMPLE.halfPaise)}`}>
              {settingsTexts.sgst} {formatRupees(SAMPLE.halfPaise)}
            </PreviewLine>
          )}
        </>
      )}
    </Preview>
  )
}
