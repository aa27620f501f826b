import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type ImportReport = components['schemas']['ImportReport']

/** Imports a price list; `pieces` of each new product where it has no stock column, 0 if empty. */
export function importPriceList({ file, pieces }: { file: File; pieces: string }): Promise<ImportReport> {
  const form = new FormData()
  form.set('file', file)
  return unwrapEnvelope(
    client.POST('/api/product/import', {
      params: { query: { stock: pieces.trim() || undefined } },
      body: { file: file.name },
      bodySerializer: () => form,
    }),
  )
}
