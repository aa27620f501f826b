import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

type Schemas = components['schemas']
export type ImportReport = Schemas['ImportReport']
export type ImportChange = Schemas['ImportChange']
export type ListColumns = Schemas['ListColumns']
export type UndoReport = Schemas['UndoReport']

/** How to read a list: the sheet of a workbook, and the columns ("name=#1,price=#3"). */
export type ListReading = { sheet?: string; noHeader?: boolean; map?: string; paise?: boolean }

export type StockMode = 'keep' | 'set' | 'add'

export type ImportRequest = ListReading & {
  file: File
  /** The stock of each new product if the list has no stock column; '' counts as 0. */
  pieces: string
  updateStock?: StockMode
  overwriteEdited?: boolean
  restoreDeleted?: boolean
  /** Accepts price changes of more than half. */
  takeJumps?: boolean
  /** The lines whose price may change by more than half, separated by commas. */
  jumpLines?: string
  /** Adds the stock of the list even if it was added before. */
  addAgain?: boolean
  /** Maps the list's categories to the shop's, one per line: "VEG > Leafy=Vegetables > Greens". */
  categories?: string
  /** Says which status words of the list mean published, one per line: "Seasonal=yes". */
  statusWords?: string
  /** Only compares, without any change. */
  dryRun?: boolean
}

/** The shopkeeper's choices after the preview. */
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

/** Imports a price list, or previews the import (`dryRun`). */
export function importPriceList({ file, pieces, ...query }: ImportRequest): Promise<ImportReport> {
  return unwrapEnvelope(
    client.POST('/api/product/import', {
      params: { query: { ...query, stock: pieces.trim() || undefined } },
      ...bodyOf(file),
    }),
  )
}

/** Reads the columns of a price list with the proposed field of each. */
export function readListColumns({ file, ...query }: ListReading & { file: File }): Promise<ListColumns> {
  return unwrapEnvelope(client.POST('/api/product/import/columns', { params: { query }, ...bodyOf(file) }))
}

/** Fetches the running import's progress. */
export const importProgressQuery = queryOptions({
  queryKey: ['import-progress'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/import/progress', { signal })),
})

/** Returns all lines of a report of an import or a preview, as CSV. */
export function readReportFile(id: string): Promise<Schemas['ReportFile']> {
  return unwrapEnvelope(client.GET('/api/product/import/report/{id}', { params: { path: { id } } }))
}

/** Fetches the latest imports. Each import invalidates them, together with the catalog. */
export const importRunsQuery = queryOptions({
  queryKey: ['catalog', 'imports'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/import/runs', { signal })),
})

/** Undoes an import, except for products edited since. */
export function undoImport(id: string): Promise<UndoReport> {
  return unwrapEnvelope(client.POST('/api/product/import/undo/{id}', { params: { path: { id } } }))
}
