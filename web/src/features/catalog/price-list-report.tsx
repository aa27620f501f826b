import { Alert } from '@/ui/alert'
import type { ImportReport } from './price-list-api'
import { PriceListChanges } from './price-list-changes'
import styles from './price-list-import.module.css'
import { columnName } from './price-list-names'
import { listTexts } from './price-list-texts'

/** The report of an import: what was added, changed and skipped. */
export function PriceListReport({ report, name }: { report: ImportReport; name: string }) {
  const { problems, skipped, columns, unused, notes, unsellable, repeats, repeated, changes, keptEdits } =
    report
  return (
    <div className={styles.report}>
      <Alert
        tone={report.imported + report.updated + report.unchanged > 0 ? 'success' : 'warning'}
        role="status"
      >
        {report.dryRun ? listTexts.planned(name, report) : listTexts.taken(name, report)}
      </Alert>
      {unsellable && <Alert tone="warning">{listTexts.unsellable}</Alert>}
      {report.stockKept > 0 && <p className={styles.note}>{listTexts.stockKept(report.stockKept)}</p>}
      {report.categories.length > 0 && (
        <p className={styles.note}>{listTexts.categories(report.categories.join('; '))}</p>
      )}
      <PriceListChanges
        title={listTexts.changes(report.imported + report.updated)}
        changes={changes}
        total={report.imported + report.updated}
      />
      <PriceListChanges
        title={listTexts.keptEdits(report.edited)}
        changes={keptEdits}
        total={keptEdits.length}
      />
      {skipped > 0 && (
        <>
          <b>{listTexts.skipped(skipped)}</b>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
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
      {repeats.length > 0 && (
        <p className={styles.note}>
          {listTexts.repeated(
            repeated,
            repeats
              .slice(0, 5)
              .map(({ line, first }) => listTexts.repeat(line, first))
              .join(', '),
          )}
        </p>
      )}
      {notes.map(({ text, rows }) => (
        <p key={text} className={styles.note}>
          {listTexts.note(rows, text)}
        </p>
      ))}
      <p className={styles.note}>
        {listTexts.columns(columns.map(columnName).join(', '))}{' '}
        {unused.length > 0 && listTexts.unused(unused.join(', '))}
      </p>
    </div>
  )
}
