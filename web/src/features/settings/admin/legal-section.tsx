import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { SelectField } from '@/ui/select-field'
import { TextAreaField } from '@/ui/text-area-field'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { GST_KINDS, gstLines } from '../gst'
import { texts } from '../texts'
import styles from './legal-section.module.css'
import type { SectionName } from './section-names'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { FieldPair, Preview } from './settings-section'
import { sectionOfReadiness } from './settings-sections'

export function LegalFields({ form, settings, onShow }: FieldsProps) {
  const { hints } = settingsTexts
  return (
    <>
      <Field {...form.field('legal.name')} autoComplete="off" />
      <TextAreaField {...form.field('legal.address')} />
      <FieldPair>
        <Field {...form.field('legal.fssai')} inputMode="numeric" description={hints.fssai} />
        <Field {...form.field('legal.state')} autoComplete="off" description={hints.state} />
      </FieldPair>
      <FieldPair>
        <SelectField
          {...form.field('legal.gst')}
          placeholder={settingsTexts.gst['']}
          options={GST_KINDS.map((value) => ({ value, label: settingsTexts.gst[value] }))}
        />
        <Field {...form.field('legal.gstin')} autoCapitalize="characters" description={hints.gstin} />
      </FieldPair>
      <TextAreaField {...form.field('legal.grievance')} description={hints.grievance} />
      <ReadinessList settings={settings} onShow={onShow} />
    </>
  )
}

/** What an online grocer must show, and whether the shop does, as it is saved. */
function ReadinessList({ settings, onShow }: Pick<FieldsProps, 'settings' | 'onShow'>) {
  const { readiness } = settings
  const done = readiness.filter(({ ok }) => ok).length
  return (
    <div>
      <h3 className={styles.title}>
        {settingsTexts.readiness}: {settingsTexts.ready(done, readiness.length)}
      </h3>
      <ul className={styles.list}>
        {readiness.map(({ key, ok, text, seen }) => (
          <li key={key} className={styles.item}>
            <Icon icon={ok ? CircleCheck : CircleAlert} className={ok ? styles.shown : styles.missing} />
            <span>
              <VisuallyHidden>{ok ? settingsTexts.shown : settingsTexts.missing}: </VisuallyHidden>
              {text}
              <small>{settingsTexts.seenIn(seen)}</small>
            </span>
            {!ok && <FillIn section={sectionOfReadiness(key)} text={text} onShow={onShow} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

type FillInProps = Pick<FieldsProps, 'onShow'> & { section: SectionName | undefined; text: string }

/** Leads to where a missing thing is filled in. */
function FillIn({ section, text, onShow }: FillInProps) {
  const label = `${settingsTexts.fill}: ${text}`
  if (section === 'legal') return null
  if (section === undefined) {
    return (
      <Link
        to="/dashboard/products"
        aria-label={label}
        className={buttonClass({ variant: 'outline', size: 'small' })}
      >
        {settingsTexts.fill}
      </Link>
    )
  }
  return (
    <Button size="small" variant="outline" aria-label={label} onClick={() => onShow(section)}>
      {settingsTexts.fill}
    </Button>
  )
}

export function LegalPreview({ form: { values } }: PreviewProps) {
  return (
    <Preview caption={settingsTexts.previews.legal}>
      <b>{settingsTexts.billTitle}</b>
      <span>{values['legal.name'] || values.name}</span>
      <span>{values['legal.address'] || values.address}</span>
      {values['legal.fssai'] && <span>{texts.fssai(values['legal.fssai'])}</span>}
      {gstLines({ gst: values['legal.gst'], gstin: values['legal.gstin'], state: values['legal.state'] }).map(
        (line) => (
          <span key={line}>{line}</span>
        ),
      )}
      {values['legal.grievance'] && <span>{texts.complaints(values['legal.grievance'])}</span>}
    </Preview>
  )
}
