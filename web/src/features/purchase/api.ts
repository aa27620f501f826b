import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { PurchasesSearch } from './purchases-search'
import { purchaseTexts } from './texts'

export type Purchase = components['schemas']['Purchase']
export type PurchaseLine = Purchase['lines'][number]
export type Supplier = components['schemas']['Supplier']
export type ExpiringLot = components['schemas']['ExpiringLot']
export type ReorderProduct = components['schemas']['ReorderProduct']
export type PurchaseImport = components['schemas']['PurchaseImport']
export type FileLine = PurchaseImport['lines'][number]
export type PurchaseForm = components['schemas']['PurchaseForm']
export type SupplierForm = components['schemas']['SupplierForm']

/** The prefix of all query keys of purchases, suppliers, and stock by cost, expiry and need. */
export const purchasesKey = [USER_SCOPE, 'purchases']

export const PAGE_SIZE = 50

const meta = { failure: { fallback: purchaseTexts.failedToLoad } }

/** Returns the query of a page of suppliers' bills with their sums. */
export function purchasesQuery({ page = 1, ...search }: PurchasesSearch) {
  return queryOptions({
    queryKey: [...purchasesKey, 'list', { page, ...search }],
    queryFn: async ({ signal }) => {
      const query = { ...search, page: String(page), limit: String(PAGE_SIZE) }
      const envelope = await readEnvelope(client.GET('/api/purchases', { params: { query }, signal }))
      const { data: purchases, totalCount: total = 0, totalNoPage: pages = 1, sums } = envelope
      return { purchases, total, pages, sums }
    },
    placeholderData: keepPreviousData,
    meta,
  })
}

/** Returns the query of one purchase with its lines, payments and returns. */
export const purchaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...purchasesKey, 'one', id],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/purchases/{id}', { params: { path: { id } }, signal })),
    // A draft that is opened again must start from the server's version, not from the cache.
    gcTime: 0,
    meta,
  })

export const suppliersQuery = queryOptions({
  queryKey: [...purchasesKey, 'suppliers'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/suppliers', { signal })),
  meta: { failure: { fallback: purchaseTexts.failedToLoadSuppliers } },
})

/** Returns the query of the lots that expire within some days, with the sums of expired ones and of those within 3, 7 and 30 days. */
export const expiringQuery = (days: number) =>
  queryOptions({
    queryKey: [...purchasesKey, 'expiring', days],
    queryFn: async ({ signal }) => {
      const query = { days: String(days) }
      const { data: lots, sums } = await readEnvelope(
        client.GET('/api/stock/expiring', { params: { query }, signal }),
      )
      return { lots, sums }
    },
    placeholderData: keepPreviousData,
    meta,
  })

/** Fetches the products to reorder, with their sales and usual supplier. */
export const reorderQuery = queryOptions({
  queryKey: [...purchasesKey, 'reorder'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/stock/reorder', { signal })),
  meta: { failure: { fallback: purchaseTexts.failedToLoadReorder } },
})

/** Saves a whole draft; without an id it creates one. */
export const saveDraft = ({ id, body }: { id?: string; body: PurchaseForm }) =>
  unwrapEnvelope(
    id
      ? client.PUT('/api/purchases/{id}', { params: { path: { id } }, body })
      : client.POST('/api/purchases', { body }),
  )

export const deleteDraft = (id: string) =>
  unwrapEnvelope(client.DELETE('/api/purchases/{id}', { params: { path: { id } } }))

/**
 * Books a draft, which becomes unchangeable. Refused without `acceptDifference` if the total differs from the paper
 * bill's, or the bill's day is in the future.
 */
export const bookPurchase = ({ id, acceptDifference }: { id: string; acceptDifference: boolean }) =>
  unwrapEnvelope(
    client.POST('/api/purchases/{id}/book', { params: { path: { id } }, body: { acceptDifference } }),
  )

type Payment = {
  id: string
  amount: string
  by: 'CASH' | 'UPI' | 'CARD' | 'BANK'
  reference: string
  key: string
}

/** Records a payment to the supplier, in rupees as typed. Idempotent by `key`. */
export const payPurchase = ({ id, ...body }: Payment) =>
  unwrapEnvelope(client.POST('/api/purchases/{id}/pay', { params: { path: { id } }, body }))

type Return = { id: string } & components['schemas']['PurchaseReturnForm']

/** Records goods that go back to the supplier. Idempotent by `key`. */
export const returnPurchase = ({ id, ...body }: Return) =>
  unwrapEnvelope(client.POST('/api/purchases/{id}/return', { params: { path: { id } }, body }))

/** Updates a supplier; without an id it creates one. */
export const saveSupplier = ({ id, body }: { id?: string; body: SupplierForm }) =>
  unwrapEnvelope(
    id
      ? client.PUT('/api/suppliers/{id}', { params: { path: { id } }, body })
      : client.POST('/api/suppliers', { body }),
  )

/** Takes pieces of a lot out of stock, unsold. Idempotent by `key`. */
export const writeOff = (body: components['schemas']['WriteOffForm']) =>
  unwrapEnvelope(client.POST('/api/stock/writeoff', { body }))

/** Lowers a product's selling price, in rupees as typed, until the lot is out; then the former price returns. */
export const markDown = (body: { lot: string; price: string }) =>
  unwrapEnvelope(client.POST('/api/stock/markdown', { body }))

type Import = { file: File; supplier: string; purchase: string; map: Record<string, string>; sheet: string }

/** Imports a supplier's file into a draft. The server remembers the mapped columns for the supplier. */
export function importFile({ file, supplier, purchase, map, sheet }: Import) {
  const form = new FormData()
  form.set('file', file)
  const mapped = Object.entries(map)
    .filter(([, column]) => column !== '')
    .map(([field, column]) => `${field}=${column}`)
  return unwrapEnvelope(
    client.POST('/api/purchases/import', {
      params: {
        query: {
          supplier,
          purchase,
          map: mapped.length > 0 ? mapped.join(',') : undefined,
          sheet: sheet || undefined,
        },
      },
      body: { file: file.name },
      bodySerializer: () => form,
    }),
  )
}

/** Sets the usual supplier of a product. */
export const nameSupplier = ({ productId, supplier }: { productId: string; supplier: string }) =>
  unwrapEnvelope(
    client.PUT('/api/product/update/{id}', { params: { path: { id: productId } }, body: { supplier } }),
  )
