import type { ImportChange, ImportReport } from '../../price-list-api'
import { fieldName } from '../../price-list-names'
import { texts } from './import-texts'

// held: a price change over 50 %, which awaits confirmation
// noted: the row is imported without one of its cells, or with another value
type Kind = 'new' | 'changed' | 'held' | 'edited' | 'noted' | 'skipped'

/** A row of the list with the effect of the import on it. */
export type ImportRow = {
  line: number
  kind: Kind
  name: string
  unit: string
  /** The price before and after, formatted. */
  price?: { old: string; new: string }
  /** Notes on the row, or the reason for skipping it. */
  notes: string[]
  /** The index among the remarks: a line can have several. */
  place?: number
}

const noteOf = ({ field, old, new: next }: ImportChange['fields'][number]) =>
  `${fieldName(field)} ${old ? `${old} → ` : ''}${next}`

function rowOf(change: ImportChange, kind: Kind, why: string[] = []): ImportRow {
  const { line, name, unit, fields } = change
  const price = fields.find(({ field }) => field === 'price')
  const fieldNotes = fields.filter((field) => field !== price).map(noteOf)
  return { line, kind, name, unit, price, notes: [...why, ...fieldNotes] }
}

const byLine = (a: ImportRow, b: ImportRow) => a.line - b.line

/** Returns the rows of a report by line: rows with an effect or a remark, rows to check, and skipped rows. */
export function importRows(report: ImportReport) {
  const changes = report.changes.map((change) => rowOf(change, change.new ? 'new' : 'changed'))
  const held = report.heldPrices.map((change) => rowOf(change, 'held', [texts.held]))
  const edited = report.keptEdits.map((change) => rowOf(change, 'edited', [texts.edited]))
  const skipped = report.problems.map(
    ({ line, name, reason }): ImportRow => ({ line, kind: 'skipped', name, unit: '', notes: [reason] }),
  )
  const noted = report.remarks.map(
    ({ line, name, reason, column, value }, index): ImportRow => ({
      line,
      kind: 'noted',
      name,
      unit: '',
      notes: [[column, value].filter(Boolean).join(': '), reason],
      place: index,
    }),
  )
  return {
    all: [...changes, ...held, ...edited, ...noted, ...skipped].sort(byLine),
    look: [...held, ...edited, ...noted].sort(byLine),
    skipped,
  }
}

/** Adds a line to the parameter `jumpLines`: its price may change by more than half. */
export const withLine = (lines: string | undefined, line: number) =>
  [...(lines ? lines.split(',') : []), String(line)].join(',')
