import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { TextAreaField } from '@/ui/text-area-field'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { gstLines } from '../gst'
import { texts } from '../texts'
import styles from './legal-section.module.css'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { Preview } from './settings-section'
import { sectionOfReadiness } from './settings-sections'

export function LegalFields({ form, settings, onShow }: FieldsProps) {
  const { hints } = settingsTexts
  return (
    <>
      <Field {...form.field('legal.name')} autoComplete="off" />
      <TextAreaField {...form.field('legal.address')} />
      <Field {...form.field('legal.fssai')} inputMode="numeric" description={hints.fssai} />
      <TextAreaField {...form.field('legal.grievance')} description={hints.grievance} />
      <ReadinessList settings={settings} onShow={onShow} />
    </>
  )
}

/** The disclosures that an online grocer must make, and whether the saved settings have them. */
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
            {!ok && <FillIn name={key} text={text} onShow={onShow} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

type FillInProps = Pick<FieldsProps, 'onShow'> & { name: string; text: string }

/** Opens the section in which a missing disclosure is entered. */
function FillIn({ name, text, onShow }: FillInProps) {
  const section = sectionOfReadiness(name)
  const label = settingsTexts.fillIn(text)
  if (section === 'legal') return null
  if (section === undefined) {
    return (
      <Link
        to={name === 'taxes' ? '/dashboard/tax' : '/dashboard/products'}
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
