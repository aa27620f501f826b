import { Field } from '@/ui/field'
import { TextAreaField } from '@/ui/text-area-field'
import { texts } from '../texts'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { FieldPair, Preview } from './settings-section'

export function ContactFields({ form }: FieldsProps) {
  return (
    <>
      <FieldPair>
        <Field {...form.field('phone')} type="tel" autoComplete="off" />
        <Field
          {...form.field('whatsapp')}
          type="tel"
          autoComplete="off"
          description={settingsTexts.hints.whatsapp}
        />
      </FieldPair>
      <Field {...form.field('email')} type="email" autoComplete="off" />
      <TextAreaField {...form.field('address')} />
    </>
  )
}

export function ContactPreview({ form: { values } }: PreviewProps) {
  const lines = [values['legal.name'] || values.name, values['legal.address'] || values.address]
  return (
    <Preview caption={settingsTexts.previews.contact}>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {values.phone && <u>{settingsTexts.call(values.phone)}</u>}
      {values.whatsapp && <u>{texts.whatsapp}</u>}
      {values.email && <u>{values.email}</u>}
    </Preview>
  )
}
