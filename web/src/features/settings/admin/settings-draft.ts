import { asJson, storedValue } from '@/lib/stored-value'
import { z } from '@/lib/zod'
import { changedNames, SETTING_NAMES, type SettingsChanges } from './settings-values'

const draftSchema = z.record(z.string(), z.unknown())

const stored = storedValue('settingsDraft', 'work', asJson(knownSettings))

/** Returns the settings of a draft that still exist. */
function knownSettings(json: unknown): SettingsChanges | undefined {
  const changes = draftSchema.safeParse(json).data ?? {}
  const known = SETTING_NAMES.filter((name) => changes[name] !== undefined)
  return known.length > 0
    ? (Object.fromEntries(known.map((name) => [name, changes[name]])) as SettingsChanges)
    : undefined
}

/** Returns this user's unsaved settings on this device; undefined if there are none. */
export const readDraft = stored.read

/** Stores the unsaved changes on this device. */
export function saveDraft(changes: SettingsChanges): void {
  stored.write(changedNames(changes).length > 0 ? changes : undefined)
}
