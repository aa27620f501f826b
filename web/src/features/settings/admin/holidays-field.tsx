import { X } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '@/lib/dates'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { fieldDescriptionClass } from '@/ui/field-frame'
import { IconButton } from '@/ui/icon-button'
import { stack } from '@/ui/stack'
import styles from './list-field.module.css'
import { settingsTexts } from './settings-admin-texts'
import type { SettingsForm } from './use-settings-form'

/** The days on which the shop is closed, each with its reason. */
export function HolidaysField({ form }: { form: SettingsForm }) {
  const { holidays, holidayNotes } = form.values
  const [day, setDay] = useState('')
  const [note, setNote] = useState('')
  const add = () => {
    if (!day) return
    form.set('holidays', [...new Set([...holidays, day])].sort())
    if (note.trim()) form.set('holidayNotes', { ...holidayNotes, [day]: note.trim() })
    setDay('')
    setNote('')
  }
  const remove = (removed: string) => {
    const { [removed]: _, ...notes } = holidayNotes
    form.set(
      'holidays',
      holidays.filter((holiday) => holiday !== removed),
    )
    form.set('holidayNotes', notes)
  }
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{settingsTexts.labels.holidays}</h3>
      {holidays.length > 0 ? (
        <ul className={stack.row}>
          {holidays.map((holiday) => (
            <li key={holiday} className={styles.entry}>
              <b>{formatDay(holiday)}</b> {holidayNotes[holiday]}
              <IconButton
                icon={X}
                size="small"
                label={settingsTexts.removeHoliday(formatDay(holiday))}
                onClick={() => remove(holiday)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={fieldDescriptionClass}>{settingsTexts.noHolidays}</p>
      )}
      <div className={styles.newEntry}>
        <Field
          label={settingsTexts.holidayDay}
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Field
          label={settingsTexts.holidayNote}
          value={note}
          maxLength={200}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button variant="outline" disabled={!day} onClick={add}>
          {settingsTexts.addHoliday}
        </Button>
      </div>
      {form.errors.holidays && <FieldError>{form.errors.holidays}</FieldError>}
    </div>
  )
}
