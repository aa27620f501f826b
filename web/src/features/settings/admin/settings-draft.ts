import { z } from '@/lib/zod'
import { changedNames, SETTING_NAMES, type SettingsChanges } from './settings-values'

const KEY = 'settingsDraft'

const draftSchema = z.object({ by: z.string(), changes: z.record(z.string(), z.unknown()) })

/** Returns the unsaved settings of this member of staff on this device; undefined when there are none. */
export function readDraft(by: string): SettingsChanges | undefined {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    if (!parsed.success || parsed.data.by !== by) return undefined
    const { changes } = parsed.data
    const known = SETTING_NAMES.filter((name) => changes[name] !== undefined)
    return known.length > 0
      ? (Object.fromEntries(known.map((name) => [name, changes[name]])) as SettingsChanges)
      : undefined
  } catch {
    return undefined
  }
}

/** Stores the unsaved changes on this device; logging out deletes them. */
export function saveDraft(by: string, changes: SettingsChanges): void {
  if (changedNames(changes).length === 0) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify({ by, changes }))
}
