import { Alert } from '@/ui/alert'
import type { ImportReport } from './price-list-api'
import styles from './price-list-import.module.css'
import { listTexts } from './price-list-texts'

/** What became of the rows of a price list. */
export function PriceListReport({ report, name }: { report: ImportReport; name: string }) {
  const { problems, skipped, columns, unused, notes, unsellable } = report
  return (
    <div className={styles.report}>
      <Alert
        tone={report.imported + report.updated + report.unchanged > 0 ? 'success' : 'warning'}
        role="status"
      >
        {listTexts.taken(name, report)}
      </Alert>
      {unsellable && <Alert tone="warning">{listTexts.unsellable}</Alert>}
      {skipped > 0 && (
        <>
          <b>{listTexts.skipped(skipped)}</b>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys */}
          <ul className={styles.rows} aria-label={listTexts.skipped(skipped)} tabIndex={0}>
            {problems.map(({ line, name: product, reason }) => (
              <li key={line}>
                {listTexts.line(line)}
                {product && `: ${product}`}
                <small>{reason}</small>
              </li>
            ))}
            {skipped > problems.length && <li>{listTexts.more(skipped - problems.length)}</li>}
          </ul>
        </>
      )}
      {notes.map(({ text, rows }) => (
        <p key={text} className={styles.note}>
          {listTexts.note(rows, text)}
        </p>
      ))}
      <p className={styles.note}>
        {listTexts.columns(columns.map(({ field, column }) => listTexts.column(field, column)).join(', '))}{' '}
        {unused.length > 0 && listTexts.unused(unused.join(', '))}
      </p>
    </div>
  )
}
