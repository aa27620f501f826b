import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '@/lib/count'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { pendingField } from '@/ui/pending-field'
import { Switch } from '@/ui/switch'
import type { ImportChoices, ImportReport } from '../../price-list-api'
import { listTexts } from '../../price-list-texts'
import { ImportCategories } from './import-categories'
import styles from './import-check.module.css'
import { ImportNotes } from './import-notes'
import page from './import-page.module.css'
import { ImportQuestions } from './import-questions'
import { importRows, withLine } from './import-rows'
import { ImportTable } from './import-table'
import { texts } from './import-texts'
import { ReportDownload } from './report-download'

type Props = {
  report: ImportReport
  choices: ImportChoices
  /** Whether the preview is being recomputed. */
  pending: boolean
  /** Recomputes the preview with these choices. */
  onChoices: (choices: ImportChoices) => void
  onBack: () => void
  onImport: () => void
}

/** The number of rows in the chip `first`. */
const FIRST = 10

type Shown = 'first' | 'all' | 'look' | 'skipped'

/** A preview of an import, before anything is changed. */
export function ImportCheck({ report, choices, pending, onChoices, onBack, onImport }: Props) {
  const [shown, setShown] = useState<Shown>('first')
  const rows = importRows(report)
  const listed = { first: rows.all.slice(0, FIRST), all: rows.all, look: rows.look, skipped: rows.skipped }[
    shown
  ]
  const changes = report.imported + report.updated
  const toLookAt = report.held + report.edited + report.remarked
  const affected = changes + report.held + report.keptEdits.length + report.remarked + report.skipped
  const chips: [Shown, string, boolean][] = [
    ['first', texts.firstRows(Math.min(FIRST, rows.all.length)), true],
    [
      'all',
      rows.all.length < affected
        ? texts.firstOfAll(rows.all.length, affected)
        : texts.allRows(rows.all.length),
      rows.all.length > FIRST,
    ],
    ['look', `${texts.toLookAt} ${formatCount(toLookAt)}`, toLookAt > 0],
    ['skipped', `${texts.skipped} ${formatCount(report.skipped)}`, report.skipped > 0],
  ]
  return (
    <>
      <Summary report={report} stock={texts.stockModes[choices.updateStock ?? 'keep']} />
      {rows.all.length > 0 ? (
        <>
          <fieldset className={styles.chips} aria-label={texts.filters}>
            {chips
              .filter(([, , visible]) => visible)
              .map(([name, label]) => (
                <Chip key={name} pressed={shown === name} onClick={() => setShown(name)}>
                  {label}
                </Chip>
              ))}
          </fieldset>
          <ImportTable
            rows={listed}
            pending={pending}
            onConfirm={(line) => onChoices({ ...choices, jumpLines: withLine(choices.jumpLines, line) })}
          />
        </>
      ) : (
        <Alert tone="info">{texts.nothingToShow}</Alert>
      )}
      <ImportQuestions report={report} choices={choices} pending={pending} onChoices={onChoices} />
      <ImportCategories
        missing={report.categories}
        choices={choices}
        pending={pending}
        onChoices={onChoices}
      />
      <div className={styles.choices}>
        {(report.held > 0 || choices.takeJumps) && (
          <Switch
            label={texts.allAreRight}
            checked={choices.takeJumps ?? false}
            onChange={({ target }) => onChoices({ ...choices, takeJumps: target.checked })}
            {...pendingField(pending)}
          />
        )}
        {(report.edited > 0 || choices.overwriteEdited) && (
          <Switch
            label={listTexts.overwriteEdited}
            checked={choices.overwriteEdited ?? false}
            onChange={({ target }) => onChoices({ ...choices, overwriteEdited: target.checked })}
            {...pendingField(pending)}
          />
        )}
        {(report.deleted > 0 || choices.restoreDeleted) && (
          <Switch
            label={listTexts.restoreDeleted}
            checked={choices.restoreDeleted ?? false}
            onChange={({ target }) => onChoices({ ...choices, restoreDeleted: target.checked })}
            {...pendingField(pending)}
          />
        )}
        <ImportNotes report={report} />
        <ReportDownload id={report.reportFile} name={texts.title} />
      </div>
      <div className={page.footer}>
        <Button variant="outline" icon={ArrowLeft} pending={pending} onClick={onBack}>
          {listTexts.back}
        </Button>
        <small>{texts.hint}</small>
        <Button disabled={changes === 0} pending={pending} onClick={onImport}>
          {listTexts.importChanges(changes)}
        </Button>
      </div>
    </>
  )
}

/** The counts of the preview. */
function Summary({ report, stock }: { report: ImportReport; stock: string }) {
  const { pricesUp, pricesDown } = report
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{texts.newProducts}</dt>
        <dd>{formatCount(report.imported)}</dd>
      </div>
      <div>
        <dt>{texts.changedPrices}</dt>
        <dd>
          {formatCount(pricesUp + pricesDown)} <small>{texts.upAndDown(pricesUp, pricesDown)}</small>
        </dd>
      </div>
      <div>
        <dt>{texts.stock}</dt>
        <dd>{stock}</dd>
      </div>
      <div className={report.held + report.edited + report.remarked > 0 ? styles.look : undefined}>
        <dt>{texts.toLookAt}</dt>
        <dd>{formatCount(report.held + report.edited + report.remarked)}</dd>
      </div>
      <div className={report.skipped > 0 ? styles.bad : undefined}>
        <dt>{texts.skipped}</dt>
        <dd>{formatCount(report.skipped)}</dd>
      </div>
    </dl>
  )
}
