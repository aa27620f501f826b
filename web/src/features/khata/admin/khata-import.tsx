import { useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { LIST_TYPES } from '@/features/media/price-list-file'
import { SheetField } from '@/features/media/sheet-field'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { khataListKey } from '../api'
import { khataTexts } from '../texts'
import styles from './khata-forms.module.css'

/** Imports opening balances from a file, asks for the sheet of a workbook, and lists the rows that were not imported. */
export function KhataImport() {
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const [sheet, setSheet] = useState('')
  const queryClient = useQueryClient()
  const importing = useMutation({
    mutationFn: importBalances,
    meta: { errorShownBy: 'component' },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: khataListKey }),
  })
  const { data: done, error, isPending } = importing
  const read = (chosen: File, name: string) => {
    setSheet('')
    importing.mutate({ file: chosen, sheet: name })
  }
  const close = () => {
    if (isPending) return // Stay open: the response lists the rows that were not imported.
    setOpen(false)
    setFile(undefined)
    importing.reset()
  }
  const sheets = sheetsOf(error) ?? done?.sheets?.filter((name) => name !== done.sheet) ?? []
  return (
    <>
      <Button variant="outline" icon={FileSpreadsheet} onClick={() => setOpen(true)}>
        {khataTexts.import}
      </Button>
      <Dialog open={open} onClose={close} title={khataTexts.import} description={khataTexts.importHint} form>
        <Field
          type="file"
          accept={LIST_TYPES}
          label={khataTexts.importFile}
          onClick={({ currentTarget }) => {
            currentTarget.value = '' // Allow choosing the same file again after a correction.
          }}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (!chosen) return
            setFile(chosen)
            read(chosen, '')
          }}
        />
        {error && (
          <Alert tone="danger" role="alert">
            {errorMessage(error, khataTexts.importFailed)}
          </Alert>
        )}
        {done && (
          <div role="status">
            <p>{khataTexts.imported(done.added, formatRupees(toPaise(done.amount)))}</p>
            {done.problems.length > 0 && (
              <>
                <p>{khataTexts.importProblems(done.problems.length)}</p>
                <ul className={styles.problems}>
                  {done.problems.map(({ line, text, message }) => (
                    <li key={line}>
                      <b>{khataTexts.importLine(line, text)}</b>
                      {message}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
        {file && sheets.length > 0 && !isPending && (
          <div className={styles.form}>
            <SheetField
              label={done?.sheet && khataTexts.otherSheet(done.sheet)}
              sheets={sheets}
              value={sheet}
              onSheet={setSheet}
            />
            <Button variant="outline" disabled={sheet === ''} onClick={() => read(file, sheet)}>
              {khataTexts.readSheet}
            </Button>
          </div>
        )}
        <DialogFooter>
          <Button variant="outline" pending={isPending} onClick={close}>
            {khataTexts.close}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}

/** Returns the sheets of a workbook if the server asks which one to read; undefined for other errors. */
function sheetsOf(error: unknown): string[] | undefined {
  const isAsked = error instanceof ApiError && error.code === 'sheet_unknown'
  return isAsked ? (error.data as { sheets: string[] }).sheets : undefined
}

/** Imports opening balances. `sheet` selects the sheet of a workbook; '' reads the only one with balances. */
function importBalances({ file, sheet }: { file: File; sheet: string }) {
  const form = new FormData()
  form.set('file', file)
  return unwrapEnvelope(
    client.POST('/api/khata/import', {
      params: { query: { sheet: sheet || undefined } },
      body: { file: file.name },
      bodySerializer: () => form,
    }),
  )
}
