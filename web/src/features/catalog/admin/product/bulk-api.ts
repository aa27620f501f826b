import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { AdminProductFilter } from './product-filter'
import type { TaxField } from './product-form'

/** The field that a bulk change is of. */
export type BulkField =
  | 'price'
  | 'discount'
  | 'stock'
  | 'subCategory'
  | 'unit'
  | 'tax'
  | 'publish'
  | 'unpublish'
type BulkForm = components['schemas']['BulkForm']

/** Which products are changed: these, or all that a filter finds. */
export type BulkTarget = { ids: string[] } | { filter: AdminProductFilter }
/** What is done to them. */
export type BulkChange = Pick<
  BulkForm,
  | 'field'
  | 'operation'
  | 'amount'
  | 'pieces'
  | 'percent'
  | 'raiseMrp'
  | 'round'
  | 'setSubCategory'
  | 'setPublish'
  | 'setUnit'
  | TaxField
>

function bodyOf(target: BulkTarget, change: BulkChange): BulkForm {
  if ('ids' in target) return { ...change, ids: target.ids }
  const { q, category, subCategory, stock, publish, without, taxRate } = target.filter
  // Its list names no total, so nothing offers to change all of it.
  if (stock === 'ending') throw new Error('The products that run out are changed by their ids.')
  return { ...change, q, category, subCategory, stock, publish, without, taxRate }
}

/** Returns the query of what a change would do. */
export function bulkPreviewQuery(target: BulkTarget, change: BulkChange) {
  const body = { ...bodyOf(target, change), dryRun: true }
  return queryOptions({
    queryKey: ['catalog', 'bulkPreview', body],
    queryFn: ({ signal }) => unwrapEnvelope(client.POST('/api/product/bulk', { body, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    meta: { silent: true },
  })
}

/** What a press on the button asks for, and the key under which the server does it once. */
export type BulkAttempt = { target: BulkTarget; change: BulkChange; digest: string; key: string }

/** Changes the products; refused with 409 when anything else would change than the preview showed. */
export const changeInBulk = ({ target, change, digest, key }: BulkAttempt) =>
  unwrapEnvelope(
    client.POST('/api/product/bulk', {
      body: { ...bodyOf(target, change), digest },
      params: { header: { 'Idempotency-Key': key } },
    }),
  )

/** Undoes a bulk change but for the products changed again since. Throws ApiError. */
export const undoBulkChange = (id: string) =>
  unwrapEnvelope(client.POST('/api/product/bulk/{id}/undo', { params: { path: { id } } }))

/** The changes of the last 7 days. */
export const recentBulkQuery = queryOptions({
  queryKey: ['catalog', 'bulkChanges'],
  queryFn: () => unwrapEnvelope(client.GET('/api/product/bulk-changes')),
  meta: { silent: true },
})
