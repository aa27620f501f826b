import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { fieldDescriptionClass } from '@/ui/field-frame'
import { IconButton } from '@/ui/icon-button'
import { stack } from '@/ui/stack'
import { parsePincodes } from '../pincodes'
import { fieldTexts } from '../settings-texts'
import styles from './list-field.module.css'
import { settingsTexts } from './settings-admin-texts'
import type { SettingsForm } from './use-settings-form'

const NAME_MAX = 60

/** The shop's riders and their default pincodes. Adding a known name replaces its pincodes. */
export function RidersField({ form }: { form: SettingsForm }) {
  const { riders } = form.values
  const [name, setName] = useState('')
  const [area, setArea] = useState('')
  const [refused, setRefused] = useState(false)
  const { pincodes, unknown } = parsePincodes(area)
  const typed = name.trim()
  const add = () => {
    setRefused(unknown.length > 0)
    if (unknown.length > 0) return
    const isTyped = (riderName: string) => riderName.toLowerCase() === typed.toLowerCase()
    const rest = riders.filter((rider) => !isTyped(rider.name))
    form.set('riders', [...rest, { name: typed, pincodes }])
    setName('')
    setArea('')
  }
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{settingsTexts.labels.riders}</h3>
      {riders.length > 0 ? (
        <ul className={stack.row}>
          {riders.map((rider) => (
            <li key={rider.name} className={styles.entry}>
              <b>{rider.name}</b> {rider.pincodes?.join(', ')}
              <IconButton
                icon={X}
                size="small"
                label={settingsTexts.removeRider(rider.name)}
                onClick={() =>
                  form.set(
                    'riders',
                    riders.filter((entry) => entry !== rider),
                  )
                }
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={fieldDescriptionClass}>{settingsTexts.noRiders}</p>
      )}
      <div className={styles.newEntry}>
        <Field
          label={settingsTexts.riderName}
          value={name}
          maxLength={NAME_MAX}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={settingsTexts.riderPincodes}
          value={area}
          inputMode="numeric"
          error={refused && unknown.length > 0 ? fieldTexts.notUnderstood(unknown.join(', ')) : undefined}
          onChange={({ target }) => setArea(target.value)}
        />
        <Button variant="outline" disabled={!typed} onClick={add}>
          {settingsTexts.addRider}
        </Button>
      </div>
      {form.errors.riders && <FieldError>{form.errors.riders}</FieldError>}
    </div>
  )
}
