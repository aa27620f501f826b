import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import type { AuditRecord } from './api'
import { ACTIONS, auditTexts, RUPEES, SETTING_PARTS, SETTINGS, VALUES } from './texts'

/** An action as text: object, verb, and the values before and after ('' without one). */
export type Described = { object: string; action: string; before: string; after: string }

/** Describes a record as text. */
export function describe({ what, object, before, after }: AuditRecord): Described {
  if (what === 'settings.update')
    return {
      object: auditTexts.setting,
      action: SETTINGS[object] ?? object,
      before: settingValue(object, before),
      after: settingValue(object, after),
    }
  return {
    object: /^#\d+$/.test(object) ? auditTexts.order(object) : object || (ACTIONS[what] ?? what),
    action: object ? (ACTIONS[what] ?? what) : '',
    before: valueText(before),
    after: valueText(after),
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function valueText(value: string): string {
  if (INSTANT.test(value)) return formatDateTime(value)
  return VALUES[value] ?? value
}

/** Formats a setting's value, which the log stores as JSON. Truncated JSON is shown as it is. */
function settingValue(name: string, json: string): string {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return json
  }
  if (value === null || value === '' || value === undefined) return auditTexts.nothing
  if (typeof value === 'number') return RUPEES.has(name) ? formatRupees(toPaise(value)) : String(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return auditTexts.nothing
    return value.length <= 6 && value.every((entry) => typeof entry === 'string')
      ? value.map(valueText).join(', ')
      : auditTexts.entries(value.length)
  }
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .filter(([, entry]) => entry !== '')
        .map(([key, entry]) => `${SETTING_PARTS[key] ?? key}: ${valueText(String(entry))}`)
        .join(', ') || auditTexts.nothing
    )
  return valueText(String(value))
}
