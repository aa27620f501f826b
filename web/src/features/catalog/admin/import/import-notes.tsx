import { Alert } from '@/ui/alert'
import type { ImportReport } from '../../price-list-api'
import { listTexts } from '../../price-list-texts'
import styles from './import-check.module.css'
import { texts } from './import-texts'

const SHOWN_REPEATS = 5

/** Remarks on an import: new categories, decisions of the importer, repeated rows. */
export function ImportNotes({ report }: { report: ImportReport }) {
  const { categories, notes, repeats, repeated, stockKept, unchanged, unsellable, unused } = report
  const repeatTexts = repeats
    .slice(0, SHOWN_REPEATS)
    .map(({ line, first }) => listTexts.repeat(line, first))
    .join(', ')
  const lines = [
    unchanged > 0 && texts.unchanged(unchanged),
    stockKept > 0 && listTexts.stockKept(stockKept),
    categories.length > 0 && listTexts.categories(categories.join('; ')),
    repeated > 0 && listTexts.repeated(repeated, repeatTexts),
    ...notes.map(({ text, rows }) => listTexts.note(rows, text)),
    unused.length > 0 && listTexts.unused(unused.join(', ')),
  ].filter((line) => line !== false)
  return (
    <>
      {unsellable && <Alert tone="warning">{listTexts.unsellable}</Alert>}
      {lines.length > 0 && (
        <ul className={styles.notes}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}
