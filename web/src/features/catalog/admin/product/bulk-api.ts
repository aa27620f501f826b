import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { AdminProductFilter } from './product-filter'
import type { TaxField } from './product-form'

/** The field of a bulk change. */
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

/** The products to change: by id, or all matches of a filter. */
export type BulkTarget = { ids: string[] } | { filter: AdminProductFilter }
/** The change that is applied to them. */
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
  // The list of products that run out has no total, so "select all" is not offered for it.
  if (stock === 'ending') throw new Error('The products that run out are changed by their ids.')
  return { ...change, q, category, subCategory, stock, publish, without, taxRate }
}

/** Returns the query of a preview (dry run) of a bulk change. */
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

/** A press of the button: the change, the digest of its preview, and the idempotency key. */
export type BulkAttempt = { target: BulkTarget; change: BulkChange; digest: string; key: string }

/** Applies a bulk change. Refused with 409 if it would change anything other than the preview showed. */
export const changeInBulk = ({ target, change, digest, key }: BulkAttempt) =>
  unwrapEnvelope(
    client.POST('/api/product/bulk', {
      body: { ...bodyOf(target, change), digest },
      params: { header: { 'Idempotency-Key': key } },
    }),
  )

/** Undoes a bulk change, except for products edited since. Throws ApiError. */
export const undoBulkChange = (id: string) =>
  unwrapEnvelope(client.POST('/api/product/bulk/{id}/undo', { params: { path: { id } } }))

/** Fetches the bulk changes of the last 7 days. */
export const recentBulkQuery = queryOptions({
  queryKey: ['catalog', 'bulkChanges'],
  queryFn: () => unwrapEnvelope(client.GET('/api/product/bulk-changes')),
  meta: { silent: true },
})
