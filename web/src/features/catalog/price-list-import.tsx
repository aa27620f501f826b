import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PriceListFields } from '@/features/media/price-list-fields'
import { validateList, validatePieces } from '@/features/media/price-list-file'
import { errorMessage } from '@/lib/errors'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { type ImportReport, importPriceList } from './price-list-api'
import styles from './price-list-import.module.css'
import { PriceListReport } from './price-list-report'
import { listTexts } from './price-list-texts'

type List = { file: File; pieces: string }

type Props = {
  /** A list that is imported at once; without it one is asked for. */
  start?: List
  onImported?: (report: ImportReport) => void
}

/** Imports a price list and says what was taken and what was not. */
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
        <ListForm disabled={isPending} pieces={start?.pieces ?? ''} onSubmit={mutate} />
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

type FormProps = { disabled: boolean; pieces: string; onSubmit: (list: List) => void }

function ListForm({ disabled, pieces: initialPieces, onSubmit }: FormProps) {
  const [file, setFile] = useState<File>()
  const [pieces, setPieces] = useState(initialPieces)
  const [refused, setRefused] = useState<{ file?: string; pieces?: string }>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = { file: validateList(file), pieces: validatePieces(pieces) }
    setRefused(next)
    if (file && !next.file && !next.pieces) onSubmit({ file, pieces })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <PriceListFields
        chosen={file?.name}
        error={refused.file}
        onFile={(chosen) => {
          setFile(chosen)
          setRefused({})
        }}
        pieces={pieces}
        piecesError={refused.pieces}
        onPieces={setPieces}
      />
      <Button type="submit" disabled={disabled}>
        {listTexts.import}
      </Button>
    </form>
  )
}
