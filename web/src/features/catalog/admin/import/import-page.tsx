import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import {
  type ImportChoices,
  type ImportReport,
  type ImportRequest,
  importPriceList,
  type ListReading,
  readListColumns,
} from '../../price-list-api'
import { listTexts } from '../../price-list-texts'
import { BulkPictures } from '../pictures/bulk-pictures'
import { ImportCheck } from './import-check'
import { ImportColumns } from './import-columns'
import styles from './import-page.module.css'
import { ImportResult } from './import-result'
import { ImportRunning } from './import-running'
import { ImportRuns } from './import-runs'
import { ImportSteps, type Step } from './import-steps'
import { texts } from './import-texts'
import { ListDrop } from './list-drop'
import { SampleList } from './sample-list'

/** Reports whether the server refused to add the stock of a list that it has added before. */
function isAddedAlready(error: Error): boolean {
  return error instanceof ApiError && error.code === 'delivery_added'
}

/** Imports a price list in steps: file, columns, preview, import. */
export function ImportPage() {
  useTitle(texts.title)
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Exclude<Step, 'pictures'>>('file')
  const [file, setFile] = useState<File>()
  const [reading, setReading] = useState<ListReading>({})
  const [choices, setChoices] = useState<ImportChoices>({ pieces: '' })
  // Keeps the preview on screen while another is computed: a mutation drops its data when it starts again.
  const [preview, setPreview] = useState<ImportReport>()
  const columns = useMutation({
    mutationFn: readListColumns,
    meta: { errorShownBy: 'component' },
    onSuccess: () => setStep('columns'),
  })
  const checking = useMutation({
    mutationFn: importPriceList,
    meta: { errorShownBy: 'component' },
    onSuccess: (report) => {
      setPreview(report)
      setStep('check')
    },
    // A preview of other choices must not be confirmed.
    onError: () => setPreview(undefined),
  })
  const importing = useMutation({
    mutationFn: importPriceList,
    meta: { errorShownBy: 'component' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  })
  const pending = columns.isPending || checking.isPending
  const error = {
    file: columns.error,
    columns: columns.error ?? checking.error,
    check: checking.error,
    import: importing.error,
  }[step]
  const read = (chosen: File, next: ListReading) => {
    checking.reset()
    setFile(chosen)
    setReading(next)
    columns.mutate({ file: chosen, ...next })
  }
  const check = (chosen: File, next: ListReading, chosenChoices: ImportChoices) => {
    setReading(next)
    setChoices(chosenChoices)
    checking.mutate({ file: chosen, ...next, ...chosenChoices, dryRun: true })
  }
  const apply = (chosen: File, request: Omit<ImportRequest, 'file'>) => {
    setStep('import')
    importing.mutate({ file: chosen, ...reading, ...request })
  }
  const restart = () => {
    columns.reset()
    checking.reset()
    importing.reset()
    setChoices({ pieces: '' })
    setStep('file')
  }
  return (
    <>
      <PageHeader title={texts.title}>
        {file && step !== 'file' && <span className={styles.name}>{file.name}</span>}
      </PageHeader>
      {/* The imported products need pictures; the section below adds them. */}
      <ImportSteps step={step === 'import' && importing.isSuccess ? 'pictures' : step} />
      {pending && file && (
        <Alert tone="info" role="status" className={styles.message}>
          {checking.isPending ? texts.checking(file.name) : texts.reading(file.name)}
        </Alert>
      )}
      {error && file && (
        <Alert
          tone="danger"
          role="alert"
          className={styles.message}
          action={
            isAddedAlready(error) && (
              <Button variant="outline" onClick={() => apply(file, { ...choices, addAgain: true })}>
                {texts.addAgain}
              </Button>
            )
          }
        >
          {file.name}: {errorMessage(error, listTexts.failed)}
        </Alert>
      )}
      {step === 'file' && (
        <div className={styles.start}>
          <div className={styles.file}>
            <ListDrop pending={pending} onFile={(chosen) => read(chosen, {})} />
            <Alert tone="info">{texts.safe}</Alert>
            <SampleList />
          </div>
          <ImportRuns />
        </div>
      )}
      {step === 'columns' && file && columns.data && (
        <ImportColumns
          key={columns.submittedAt}
          columns={columns.data}
          reading={reading}
          choices={choices}
          pending={pending}
          onReading={(next) => read(file, next)}
          onBack={restart}
          onCheck={(next, chosen) => check(file, next, chosen)}
        />
      )}
      {step === 'check' && file && preview && (
        <ImportCheck
          report={preview}
          choices={choices}
          pending={pending}
          onChoices={(chosen) => check(file, reading, chosen)}
          onBack={() => setStep('columns')}
          onImport={() => apply(file, choices)}
        />
      )}
      {step === 'import' && file && importing.isPending && <ImportRunning name={file.name} />}
      {step === 'import' && file && !importing.isPending && (
        <ImportResult report={importing.data} name={file.name} onRestart={restart} />
      )}
      {(step === 'file' || (step === 'import' && !importing.isPending)) && <BulkPictures />}
    </>
  )
}
