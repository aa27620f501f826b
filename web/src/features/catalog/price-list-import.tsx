import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { type ImportReport, importPriceList } from './price-list-api'
import { ListForm } from './price-list-form'
import styles from './price-list-import.module.css'
import { PriceListReport } from './price-list-report'
import { listTexts } from './price-list-texts'

type List = { file: File; pieces: string }

type Props = {
  /** A list to import at once; without it the form is shown. */
  start?: List
  onImported?: (report: ImportReport) => void
}

/** Imports a price list and shows which rows were imported and which were not. */
export function PriceListImport({ start, onImported }: Props) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(!start)
  const importing = useMutation({
    mutationFn: importPriceList,
    onSuccess: (report) => {
      setAsking(false)
      onImported?.(report)
      return queryClient.invalidateQueries({ queryKey: ['catalog'] })
    },
    onError: () => setAsking(true),
  })
  const { mutate, data, error, isPending, variables } = importing
  const started = useRef(false)
  useEffect(() => {
    if (!start || started.current) return
    started.current = true
    mutate(start)
  }, [start, mutate])
  return (
    <section className={styles.import} aria-label={listTexts.title}>
      {isPending && (
        <Alert tone="info" role="status">
          {listTexts.reading(variables.file.name)}
        </Alert>
      )}
      {error && (
        <Alert tone="danger" role="alert">
          {variables?.file.name}: {errorMessage(error, listTexts.failed)}
        </Alert>
      )}
      {data && !isPending && !error && <PriceListReport report={data} name={variables?.file.name ?? ''} />}
      {asking ? (
        <ListForm
          pending={isPending}
          pieces={start?.pieces ?? ''}
          submitLabel={listTexts.import}
          onSubmit={mutate}
        />
      ) : (
        !isPending && (
          <Button variant="outline" size="small" onClick={() => setAsking(true)}>
            {listTexts.another}
          </Button>
        )
      )}
    </section>
  )
}
