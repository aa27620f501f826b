import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PictureField } from '@/features/media/picture-field'
import { DEFAULT_NAME } from '@/lib/shop-branding'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { fieldDescriptionClass, fieldLabelClass } from '@/ui/field-frame'
import { ShopPreview } from '../shop-preview'
import { LanguagesField } from './languages-field'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { Preview } from './settings-section'
import styles from './shop-section.module.css'

/** Header colors with a contrast of at least 4.5:1 to white text; '' is the default color. */
const COLORS = { own: '', indigo: '#4659a8', leaf: '#2f7a36', rani: '#ab2f62', brick: '#ad2f22' } as const

export function ShopFields({ form, settings }: FieldsProps) {
  const [uploading, setUploading] = useState(false)
  const { logo } = form.values
  return (
    <>
      <Field {...form.field('name')} description={settingsTexts.hints.name} />
      <Field {...form.field('tagline')} description={settingsTexts.hints.tagline} />
      <div className={styles.logo}>
        <PictureField
          label={settingsTexts.labels.logo}
          value={logo}
          onChange={(url) => form.set('logo', url)}
          onUploading={setUploading}
          error={form.errors.logo}
        />
        <p className={fieldDescriptionClass}>{settingsTexts.hints.logo}</p>
        {logo && (
          <Button
            variant="quiet"
            size="small"
            icon={Trash2}
            pending={uploading}
            onClick={() => form.set('logo', '')}
          >
            {settingsTexts.removeLogo}
          </Button>
        )}
      </div>
      <ColorField form={form} />
      <LanguagesField form={form} spoken={settings.spoken} />
    </>
  )
}

function ColorField({ form }: Pick<FieldsProps, 'form'>) {
  const { accent } = form.values
  const another = !Object.values<string>(COLORS).includes(accent)
  return (
    <fieldset className={styles.choices} aria-describedby="accent-note">
      <legend className={fieldLabelClass}>{settingsTexts.labels.accent}</legend>
      {Object.entries(COLORS).map(([name, color]) => (
        <label key={name} className={styles.choice}>
          <input
            type="radio"
            name="accent"
            checked={accent === color}
            onChange={() => form.set('accent', color)}
          />
          <svg className={styles.swatch} viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="9" fill={color || undefined} />
          </svg>
          {settingsTexts.colors[name as keyof typeof COLORS]}
        </label>
      ))}
      <label className={styles.choice}>
        <input
          type="color"
          className={styles.picker}
          value={another ? accent : '#7a4a12'}
          onChange={({ target }) => form.set('accent', target.value)}
        />
        {settingsTexts.anotherColor}
      </label>
      {form.errors.accent ? (
        <FieldError id="accent-note">{form.errors.accent}</FieldError>
      ) : (
        <p className={fieldDescriptionClass} id="accent-note">
          {settingsTexts.hints.accent}
        </p>
      )}
    </fieldset>
  )
}

export function ShopBrandingPreview({ form: { values } }: PreviewProps) {
  return (
    <Preview caption={settingsTexts.previews.shop} card={false}>
      <ShopPreview name={values.name || DEFAULT_NAME} logo={values.logo} accent={values.accent}>
        <b className={styles.heading}>{values.tagline || settingsTexts.defaultHeading}</b>
      </ShopPreview>
    </Preview>
  )
}
