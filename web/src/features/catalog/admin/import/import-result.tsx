import { CircleCheck } from 'lucide-react'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import type { ImportReport } from '../../price-list-api'
import { listTexts } from '../../price-list-texts'
import { ImportNotes } from './import-notes'
import styles from './import-result.module.css'
import { UndoImport } from './import-runs'
import { texts } from './import-texts'
import { ReportDownload } from './report-download'

type Props = { report: ImportReport | undefined; name: string; onRestart: () => void }

/** The result of an import; without a report it has failed. */
export function ImportResult({ report, name, onRestart }: Props) {
  return (
    <>
      {report && (
        <Panel className={styles.result} role="region" aria-label={texts.imported}>
          <div className={styles.head}>
            <Icon icon={CircleCheck} size="large" />
            <div role="status">
              <h2>{report.imported + report.updated > 0 ? texts.imported : texts.nothingImported}</h2>
              <p>{texts.counts(report.imported, report.updated, report.unchanged)}</p>
            </div>
            {report.run && <UndoImport id={report.run} name={name} />}
          </div>
          {report.skipped > 0 && (
            <>
              <h3>{listTexts.skipped(report.skipped)}</h3>
              <ul className={styles.skipped}>
                {report.problems.map(({ line, name: product, reason }) => (
                  <li key={line}>
                    <span>{listTexts.line(line)}</span>
                    <b>{product}</b>
                    <span className={styles.reason}>{reason}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className={styles.body}>
            <ImportNotes report={report} />
            <ReportDownload id={report.reportFile} name={name} />
          </div>
        </Panel>
      )}
      <Button variant="outline" className={styles.another} onClick={onRestart}>
        {listTexts.another}
      </Button>
    </>
  )
}
