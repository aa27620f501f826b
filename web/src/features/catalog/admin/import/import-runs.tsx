import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { formatDateTime } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { importRunsQuery, undoImport } from '../../price-list-api'
import { undoneText } from '../../price-list-names'
import { listTexts } from '../../price-list-texts'
import styles from './import-runs.module.css'
import { ReportDownload } from './report-download'

type Props = { id: string; name: string; undone?: boolean }

/** Undoes an import, and names the products that it kept because they were edited since. */
export function UndoImport({ id, name, undone }: Props) {
  const queryClient = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => undoImport(id),
    meta: { errorShownBy: 'component' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  })
  if (data) {
    const { kept, counted, toCount, barcodes, skus, itemCodes } = data
    const toLookAt = [kept, counted, toCount, barcodes, skus, itemCodes].some((names) => names.length > 0)
    return (
      <Alert tone={toLookAt ? 'warning' : 'success'} role="status" className={styles.outcome}>
        {undoneText(data)}
      </Alert>
    )
  }
  if (undone) return <small>{listTexts.wasUndone}</small>
  return (
    <>
      {error && (
        <Alert tone="danger" role="alert" className={styles.outcome}>
          {errorMessage(error, listTexts.undoFailed)}
        </Alert>
      )}
      <Button
        variant="outline"
        size="small"
        pending={isPending}
        aria-label={listTexts.undoOf(name)}
        onClick={() => mutate()}
      >
        {listTexts.undo}
      </Button>
    </>
  )
}

/** The latest imports. Those of the last week have an Undo button. */
export function ImportRuns() {
  const { data } = useQuery(importRunsQuery)
  if (!data || data.length === 0) return null
  return (
    <Panel role="region" aria-label={listTexts.earlier}>
      <h2 className={styles.heading}>{listTexts.earlier}</h2>
      <ul className={styles.runs}>
        {data.map((run) => (
          <li key={run._id}>
            <Icon icon={FileSpreadsheet} />
            <span className={styles.run}>
              <b>{run.file}</b>
              {listTexts.run(run)}
              <small>{[formatDateTime(run.at), run.who].filter(Boolean).join(' · ')}</small>
            </span>
            {run.reportFile && <ReportDownload id={run.reportFile} name={run.file} compact />}
            {(run.undoable || run.undoneAt) && (
              <UndoImport id={run._id} name={run.file} undone={run.undoneAt !== undefined} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
