import { useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { client, unwrapEnvelope } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { khataListKey } from '../api'
import { khataTexts } from '../texts'
import styles from './khata-forms.module.css'

/** Imports opening balances from a file, and lists the rows that were not imported. */
export function KhataImport() {
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const importing = useMutation({
    mutationFn: importBalances,
    meta: { errorShownBy: 'component' },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: khataListKey }),
  })
  const { data: done, error, isPending } = importing
  return (
    <>
      <Button variant="outline" icon={FileSpreadsheet} onClick={() => setOpen(true)}>
        {khataTexts.import}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={khataTexts.import}
        description={khataTexts.importHint}
        form
      >
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label={khataTexts.import}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) importing.mutate(file)
            target.value = ''
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
        <DialogFooter>
          <Button variant="outline" pending={isPending} onClick={() => setOpen(false)}>
            {khataTexts.close}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}

function importBalances(file: File) {
  const form = new FormData()
  form.set('file', file)
  return unwrapEnvelope(
    client.POST('/api/khata/import', { body: { file: file.name }, bodySerializer: () => form }),
  )
}
