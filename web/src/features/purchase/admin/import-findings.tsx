import type { PurchaseImport } from '../api'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'

/** Lists what was guessed in a supplier's file, the lines that were not read, and the columns. */
export function ImportFindings({ imported }: { imported: PurchaseImport }) {
  const { lines, leftOut, columns, unused, notes } = imported
  const noted = lines.filter((line) => line.sure && line.notes.length > 0)
  const fields: Record<string, string> = texts.fields
  const read = Object.entries(columns).map(([field, column]) => `${fields[field] ?? field} – ${column}`)
  return (
    <>
      {noted.length > 0 && (
        <section className={styles.findings}>
          <h3>{texts.inTheDraft}</h3>
          <ul className={styles.entries}>
            {noted.map((line) => (
              <li key={line.line} className={styles.asked}>
                <span>
                  <b>{texts.fileLine(line.line, line.words)}</b>
                  <Notes notes={line.notes} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOut.length > 0 && (
        <section className={styles.findings}>
          <h3>{texts.linesLeftOut}</h3>
          <ul className={styles.entries}>
            {leftOut.map(({ line, words, reason }) => (
              <li key={line} className={styles.asked}>
                <span>
                  <b>{texts.fileLine(line, words)}</b>
                  <Notes notes={[reason]} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Notes notes={notes} />
      <p>{texts.columnsRead(read.join(', '))}</p>
      {unused.length > 0 && <p>{texts.columnsLeftOut(unused.join(', '))}</p>}
    </>
  )
}

/** Lists notes below each other. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <small key={note} className={styles.note}>
      {note}
    </small>
  ))
}
