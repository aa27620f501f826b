import type { FormEvent } from 'react'
import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { versionChoice } from '@/ui/version-choice'
import { weekSummary } from '../week'
import { settingsTexts } from './settings-admin-texts'
import styles from './settings-conflict-dialog.module.css'
import { type SettingName, type SettingsValues, toValues } from './settings-values'
import type { Conflict } from './use-settings-form'

type Props = {
  conflict: Conflict
  values: SettingsValues
  /** Saves the user's changes, except the settings in `keepCurrent`, for which the user chose the other version. */
  onResolve: (conflict: Conflict, keepCurrent: SettingName[]) => void
  onClose: () => void
}

/** Shows the settings that two users have changed, and lets the user choose a version of each. */
export default function ConflictDialog({ conflict, values, onResolve, onClose }: Props) {
  const current = toValues(conflict.current)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const chosen = new FormData(event.currentTarget)
    onResolve(
      conflict,
      conflict.names.filter((name) => chosen.get(name) === 'now'),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={settingsTexts.conflictTitle}
      description={settingsTexts.conflictHint}
      form
    >
      <form onSubmit={onSubmit}>
        {conflict.names.map((name) => (
          <fieldset key={name} className={styles.setting}>
            <legend>{settingsTexts.labels[name]}</legend>
            {(['now', 'yours'] as const).map((version) => (
              <label key={version} className={versionChoice}>
                <input type="radio" name={name} value={version} required />
                <span>
                  <b>{settingsTexts[version]}</b>
                  <span className={styles.value}>
                    {formatSetting(name, version === 'now' ? current : values)}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit">{settingsTexts.save}</Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Returns a setting's value for display. */
function formatSetting(name: SettingName, values: SettingsValues): string {
  if (name === 'hours') return weekSummary(values.hours)
  const value = values[name]
  if (typeof value === 'boolean') return value ? settingsTexts.on : settingsTexts.off
  const text = typeof value === 'string' ? value : Object.values(value).join(', ')
  return text || settingsTexts.emptyValue
}
