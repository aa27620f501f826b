import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SheetField } from '@/features/media/sheet-field'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { type ImportReport, importPriceList, type ListColumns, readListColumns } from './price-list-api'
import { ListForm } from './price-list-form'
import styles from './price-list-import.module.css'
import { PriceListReport } from './price-list-report'
import { listTexts } from './price-list-texts'

type List = { file: File; pieces: string }

type Props = {
  /** A list to import immediately. */
  start: List
  onImported: (report: ImportReport) => void
}

/** Imports a price list and shows which rows were imported and which were not. It asks for the sheet of a workbook. */
export function PriceListImport({ start, onImported }: Props) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const importing = useMutation({
    mutationFn: importPriceList,
    onSuccess: (report) => {
      setAsking(false)
      onImported(report)
      return queryClient.invalidateQueries({ queryKey: ['catalog'] })
    },
    onError: () => setAsking(true),
  })
  const reading = useMutation({
    mutationFn: ({ file }: List) => readListColumns({ file }),
    onMutate: importing.reset,
    onSuccess: (columns, list) => {
      setAsking(false)
      if (!hasChoice(columns)) importing.mutate(list)
    },
    onError: () => setAsking(true),
  })
  const { mutate: read, variables: list } = reading
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    read(start)
  }, [start, read])
  const { data } = importing
  const error = reading.error ?? importing.error
  const isPending = reading.isPending || importing.isPending
  const columns = importing.isIdle && reading.data && hasChoice(reading.data) ? reading.data : undefined
  return (
    <section className={styles.import} aria-label={listTexts.title}>
      {isPending && list && (
        <Alert tone="info" role="status">
          {listTexts.reading(list.file.name)}
        </Alert>
      )}
      {error && (
        <Alert tone="danger" role="alert">
          {list?.file.name}: {errorMessage(error, listTexts.failed)}
        </Alert>
      )}
      {data && !isPending && !error && <PriceListReport report={data} name={list?.file.name ?? ''} />}
      {columns && list && (
        <SheetForm columns={columns} onSheet={(sheet) => importing.mutate({ ...list, sheet })} />
      )}
      {asking ? (
        <ListForm pending={isPending} pieces={start.pieces} submitLabel={listTexts.import} onSubmit={read} />
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

/** Reports whether a workbook has several visible sheets that are not empty. */
function hasChoice({ sheets, hiddenSheets }: ListColumns): boolean {
  return sheets.length - hiddenSheets.length > 1
}

type SheetProps = { columns: ListColumns; onSheet: (sheet: string) => void }

/** Asks for the sheet to import; the one with a price list is proposed. */
function SheetForm({ columns, onSheet }: SheetProps) {
  const [sheet, setSheet] = useState(columns.sheet)
  return (
    <div className={styles.form}>
      <SheetField sheets={columns.sheets} hidden={columns.hiddenSheets} value={sheet} onSheet={setSheet} />
      <Button onClick={() => onSheet(sheet)}>{listTexts.import}</Button>
    </div>
  )
}
