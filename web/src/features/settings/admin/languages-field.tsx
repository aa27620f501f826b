import { Checkbox } from '@/ui/checkbox'
import { FieldError } from '@/ui/field-error'
import { fieldDescriptionClass, fieldLabelClass } from '@/ui/field-frame'
import { SelectField } from '@/ui/select-field'
import type { OwnerSettings } from '../staff-api'
import type { FieldsProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import styles from './shop-section.module.css'

type Props = Pick<FieldsProps, 'form'> & Pick<OwnerSettings, 'spoken'>

/** The languages that the shop offers, and the default one. */
export function LanguagesField({ form, spoken }: Props) {
  const { languages } = form.values
  const offered = spoken.filter(({ code }) => languages.includes(code))
  const toggle = (code: string) =>
    form.set(
      'languages',
      languages.includes(code) ? languages.filter((language) => language !== code) : [...languages, code],
    )
  return (
    <fieldset className={styles.choices} aria-describedby="languages-note">
      <legend className={fieldLabelClass}>{settingsTexts.labels.languages}</legend>
      {spoken.map(({ code, name }) => (
        <label key={code} className={styles.choice} lang={code}>
          <Checkbox
            checked={languages.includes(code)}
            disabled={languages.length === 1 && languages.includes(code)}
            onChange={() => toggle(code)}
          />
          {name}
        </label>
      ))}
      {offered.length > 1 && (
        <SelectField
          label={settingsTexts.firstLanguage}
          options={offered.map(({ code, name }) => ({ value: code, label: name }))}
          value={languages[0] ?? ''}
          onChange={({ target: { value } }) =>
            form.set('languages', [value, ...languages.filter((code) => code !== value)])
          }
        />
      )}
      {form.errors.languages ? (
        <FieldError id="languages-note">{form.errors.languages}</FieldError>
      ) : (
        <p className={fieldDescriptionClass} id="languages-note">
          {settingsTexts.hints.languages}
        </p>
      )}
    </fieldset>
  )
}
