import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

type Schemas = components['schemas']
export type ImportReport = Schemas['ImportReport']
export type ImportChange = Schemas['ImportChange']
export type ListColumns = Schemas['ListColumns']
export type UndoReport = Schemas['UndoReport']

/** How a list is read: the sheet of a workbook, and which column is which ("name=#1,price=#3"). */
export type ListReading = { sheet?: string; noHeader?: boolean; map?: string; paise?: boolean }

export type StockMode = 'keep' | 'set' | 'add'

export type ImportRequest = ListReading & {
  file: File
  /** Of each new product where the list has no stock column; 0 if empty. */
  pieces: string
  updateStock?: StockMode
  overwriteEdited?: boolean
  restoreDeleted?: boolean
  /** Takes prices that move by more than half. */
  takeJumps?: boolean
  /** Lines of the list whose prices may move so far, with commas. */
  jumpLines?: string
  /** Adds the stock of a list that was added already once more. */
  addAgain?: boolean
  /** What categories of the list are in the shop, one a line: "VEG > Leafy=Vegetables > Greens". */
  categories?: string
  /** What words of the list say of whether shoppers see a product, one a line: "Seasonal=yes". */
  statusWords?: string
  /** Compares everything and writes nothing. */
  dryRun?: boolean
}

/** What the shopkeeper has chosen of an import's report. */
export type ImportChoices = Pick<
  ImportRequest,
  | 'pieces'
  | 'updateStock'
  | 'overwriteEdited'
  | 'restoreDeleted'
  | 'takeJumps'
  | 'jumpLines'
  | 'categories'
  | 'statusWords'
>

function bodyOf(file: File) {
  const form = new FormData()
  form.set('file', file)
  return { body: { file: file.name }, bodySerializer: () => form }
}

/** Imports a price list, or says what an import would do. */
export function importPriceList({ file, pieces, ...query }: ImportRequest): Promise<ImportReport> {
  return unwrapEnvelope(
    client.POST('/api/product/import', {
      params: { query: { ...query, stock: pieces.trim() || undefined } },
      ...bodyOf(file),
    }),
  )
}

/** Reads the columns of a price list and what each would be taken for. */
export function readListColumns({ file, ...query }: ListReading & { file: File }): Promise<ListColumns> {
  return unwrapEnvelope(client.POST('/api/product/import/columns', { params: { query }, ...bodyOf(file) }))
}

/** How far the import that runs has come. */
export const importProgressQuery = queryOptions({
  queryKey: ['import-progress'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/import/progress', { signal })),
})

/** Every line of an import's report, or of a check's, as CSV. */
export function readReportFile(id: string): Promise<Schemas['ReportFile']> {
  return unwrapEnvelope(client.GET('/api/product/import/report/{id}', { params: { path: { id } } }))
}

/** The latest imports; every import makes it stale with the catalog. */
export const importRunsQuery = queryOptions({
  queryKey: ['catalog', 'imports'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/import/runs', { signal })),
})

/** Undoes an import but for what was edited since. */
export function undoImport(id: string): Promise<UndoReport> {
  return unwrapEnvelope(client.POST('/api/product/import/undo/{id}', { params: { path: { id } } }))
}
