import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { Product } from '../../api'
import type { AdminProductFilter } from './product-filter'
import type { OptionalField } from './product-form'
import { texts } from './texts'

/** The number of products per page of the administrator's list. */
export const PAGE_SIZE = 12

export type NewProduct = Pick<
  Product,
  | 'name'
  | 'names'
  | 'image'
  | 'unit'
  | 'stock'
  | 'price'
  | 'discount'
  | 'discription'
  | 'more_details'
  | 'publish'
> & { category: string; subCategory: string } & Partial<Record<OptionalField, string>> &
  Partial<Pick<Product, 'soldBy' | 'stockGrams' | 'barcodes'>>
/** Changed fields. `soldOutUntil` is a day in India, 2026-11-24; '' removes it. */
export type ProductChanges = Partial<NewProduct & { soldOutUntil: string }>

const ADMIN_PRODUCTS = ['catalog', 'adminProducts'] as const

/** Returns the query of one page of the administrator's products, including unpublished ones. */
export function adminProductsQuery(filter: AdminProductFilter) {
  const { q, page = 1, stock, publish, category, subCategory, without, taxRate } = filter
  const sort: AdminProductFilter['sort'] | 'relevance' =
    filter.sort ?? (q ? 'relevance' : stock ? 'stock' : 'newest')
  return queryOptions({
    queryKey: [...ADMIN_PRODUCTS, filter],
    queryFn: async ({ signal }) => {
      const paging = { page: String(page), limit: String(PAGE_SIZE) }
      if (stock === 'ending') return getRunningOut(paging, signal)
      const query = {
        q,
        category,
        subCategory,
        stock,
        without,
        taxRate,
        publish: publish === undefined ? undefined : publish ? ('true' as const) : ('false' as const),
        sort,
        ...paging,
      }
      const envelope = await readEnvelope(client.GET('/api/product/getAll', { params: { query }, signal }))
      return {
        products: envelope.data,
        daysLeft: NO_DAYS,
        totalCount: envelope.totalCount ?? 0,
        totalNoPage: envelope.totalNoPage ?? 0,
      }
    },
    meta: { failure: { fallback: texts.loadFailed, offline: texts.loadUnanswered } },
  })
}

const NO_DAYS: ReadonlyMap<string, number> = new Map()

/** Returns a page of the products that run out soonest, with the number of days that the stock of each will last. */
async function getRunningOut(query: { page: string; limit: string }, signal: AbortSignal) {
  const envelope = await readEnvelope(client.GET('/api/product/running-out', { params: { query }, signal }))
  return {
    products: envelope.data.map(({ product }) => product),
    daysLeft: new Map(
      envelope.data.map(({ product, daysLeft }) => [product._id, daysLeft]),
    ) as typeof NO_DAYS,
    totalCount: envelope.totalCount ?? 0,
    totalNoPage: envelope.totalNoPage ?? 0,
  }
}

/** Creates a product. Idempotent by `key`. */
export const createProduct = ({ key, ...body }: NewProduct & { key: string }) =>
  unwrapEnvelope(client.POST('/api/product/create', { params: { header: { 'Idempotency-Key': key } }, body }))

/** Updates a product. Throws ApiError; a 409 means that it was edited meanwhile, see `editConflictFrom`. */
export const updateProduct = ({ _id, ...body }: ProductChanges & { _id: string; updatedAt?: string }) =>
  unwrapEnvelope(client.PUT('/api/product/update/{id}', { params: { path: { id: _id } }, body }))

/** Deletes a product for good, and removes it from every cart. Orders keep their copies. */
export const deleteProduct = (id: string) =>
  unwrapEnvelope(client.DELETE('/api/product/delete/{id}', { params: { path: { id } } }))

/** Publishes or unpublishes products, all or none. */
export const publishProducts = ({ ids, publish }: { ids: string[]; publish: boolean }) =>
  unwrapEnvelope(client.PUT('/api/product/publish', { body: { ids, publish } }))

/** Two versions of a product after a conflict: as stored now, and as the refused edit would have left it. */
export type EditConflict = { current: Product; yours: Product }

/** Returns both versions of a product from a refused edit; undefined for other errors. */
export function editConflictFrom(reason: unknown): EditConflict | undefined {
  if (!(reason instanceof ApiError) || reason.status !== 409) return undefined
  const { current, yours } = (reason.data ?? {}) as Partial<EditConflict>
  return current && yours ? { current, yours } : undefined
}

/** Replaces products in the cached admin lists with the server's versions. */
export function patchProductsInCache(queryClient: QueryClient, changed: readonly Product[]): void {
  queryClient.setQueriesData<{ products: Product[] }>({ queryKey: ADMIN_PRODUCTS }, (page) => {
    if (!page) return page
    const products = page.products.map((product) => changed.find(({ _id }) => _id === product._id) ?? product)
    return { ...page, products }
  })
  // Catalog pages for shoppers refetch when they are next opened.
  void queryClient.invalidateQueries({
    queryKey: ['catalog'],
    predicate: ({ queryKey }) => queryKey[1] !== ADMIN_PRODUCTS[1],
    refetchType: 'none',
  })
}
