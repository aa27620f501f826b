import type { ImportReport, UndoReport } from './price-list-api'
import { listTexts } from './price-list-texts'

/** Returns what a field of a product is called; one that this app does not know, as the server names it. */
export const fieldName = (field: string) => listTexts.fields[field] ?? field.replaceAll('_', ' ')

/** Returns a column of a list, with the field that it is taken for where the names differ. */
export function columnName({ field, column }: ImportReport['columns'][number]): string {
  const name = field.replaceAll('_', ' ')
  const same = [name, fieldName(field).toLowerCase()].includes(column.toLowerCase())
  return same ? column : listTexts.column(column, fieldName(field))
}

/** Returns what the undo of an import has done, and which products it left. */
export function undoneText({
  restored,
  removed,
  kept,
  counted,
  toCount,
  barcodes,
  skus,
}: UndoReport): string {
  const { undoKept, undoCounted, undoToCount, undoBarcodes, undoSKUs } = listTexts
  const left = [
    [undoKept, kept],
    [undoCounted, counted],
    [undoToCount, toCount],
    [undoBarcodes, barcodes],
    [undoSKUs, skus],
  ] as const
  const named = left.flatMap(([text, names]) => (names.length > 0 ? text(names.join(', ')) : []))
  return [listTexts.undone(restored, removed), ...named].join(' ')
}
