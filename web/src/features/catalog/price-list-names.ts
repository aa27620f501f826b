import type { ImportReport, UndoReport } from './price-list-api'
import { listTexts } from './price-list-texts'

/** Returns the display name of a product's field; for an unknown field the server's name. */
export const fieldName = (field: string) => listTexts.fields[field] ?? field.replaceAll('_', ' ')

/** Returns the name of a list's column, with its field if the names differ. */
export function columnName({ field, column }: ImportReport['columns'][number]): string {
  const name = field.replaceAll('_', ' ')
  const same = [name, fieldName(field).toLowerCase()].includes(column.toLowerCase())
  return same ? column : listTexts.column(column, fieldName(field))
}

/** Returns the result of undoing an import, with the products that it left unchanged. */
export function undoneText({
  restored,
  removed,
  kept,
  counted,
  toCount,
  barcodes,
  skus,
  itemCodes,
}: UndoReport): string {
  const { undoKept, undoCounted, undoToCount, undoBarcodes, undoSKUs, undoItemCodes } = listTexts
  const left = [
    [undoKept, kept],
    [undoCounted, counted],
    [undoToCount, toCount],
    [undoBarcodes, barcodes],
    [undoSKUs, skus],
    [undoItemCodes, itemCodes],
  ] as const
  const named = left.flatMap(([text, names]) => (names.length > 0 ? text(names.join(', ')) : []))
  return [listTexts.undone(restored, removed), ...named].join(' ')
}
