import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { Category, Product, SubCategory } from '../api'
import { texts } from './product-texts'

/** As many products as the administrator's list has on a page. */
export const PAGE_SIZE = 12

export type NewProduct = Pick<
  Product,
  'name' | 'image' | 'unit' | 'stock' | 'price' | 'discount' | 'discription' | 'more_details' | 'publish'
> & { category: string; subCategory: string }
export type ProductChanges = Partial<NewProduct>

type CategoryForm = Pick<Category, 'name' | 'image'>
type SubCategoryForm = Pick<SubCategory, 'name' | 'image'> & { category: string }

const MANAGED = ['catalog', 'managed'] as const

/** Which products the administrator's list shows, unpublished ones included. */
export type Managed = { q?: string; page?: number; stock?: StockLevel; publish?: boolean; sort?: ManagedSort }

/** The orders of the administrator's list. Without one: what fits best, the fewest pieces, else the newest first. */
export const MANAGED_SORTS = ['newest', 'name', 'priceAsc', 'priceDesc', 'discount', 'stock'] as const
type ManagedSort = (typeof MANAGED_SORTS)[number]

/** None left, or at most five. */
type StockLevel = 'out' | 'low'

export function managedQuery(managed: Managed) {
  const { q, page = 1, stock, publish, sort = q ? 'relevance' : stock ? 'stock' : 'newest' } = managed
  return queryOptions({
    queryKey: [...MANAGED, managed],
    queryFn: async ({ signal }) => {
      const query = {
        q,
        stock,
        publish: publish?.toString(),
        sort,
        page: String(page),
        limit: String(PAGE_SIZE),
      }
      const answer = await readEnvelope(client.GET('/api/product/getAll', { params: { query }, signal }))
      return {
        products: answer.data,
        totalCount: answer.totalCount ?? 0,
        totalNoPage: answer.totalNoPage ?? 0,
      }
    },
    meta: { failure: { fallback: texts.loadFailed, offline: texts.loadUnanswered } },
  })
}

/** Every answer about the catalogue may have changed. */
export const everythingChanged = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['catalog'] })

/** Saves a new category, or changes the one with that id. */
export const saveCategory = ({ _id, form }: { _id?: string; form: CategoryForm }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/category/update', { body: { id: _id, ...form } })
      : client.POST('/api/category/add-category', { body: form }),
  )

export const deleteCategory = async (id: string): Promise<string> =>
  (await readEnvelope(client.DELETE('/api/category/delete', { body: { id } }))).message

/** Puts a category before another, or last. */
export const moveCategory = (body: { id: string; before: string | undefined }) =>
  unwrapEnvelope(client.PUT('/api/category/move', { body }))

/** Saves a new sub-category, or changes the one with that id. */
export const saveSubCategory = ({ _id, form }: { _id?: string; form: SubCategoryForm }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/subCategory/update', { body: { id: _id, ...form } })
      : client.POST('/api/subCategory/create', { body: form }),
  )

export const deleteSubCategory = async (id: string): Promise<string> =>
  (await readEnvelope(client.DELETE('/api/subCategory/delete', { body: { id } }))).message

export const createProduct = (body: NewProduct) =>
  unwrapEnvelope(client.POST('/api/product/create', { body }))

/** Throws ApiError; a later edit by someone else is a 409 that `conflictOf` reads. */
export const updateProduct = ({ _id, ...body }: ProductChanges & { _id: string; updatedAt?: string }) =>
  unwrapEnvelope(client.PUT('/api/product/update/{id}', { params: { path: { id: _id } }, body }))

export const deleteProduct = (id: string) =>
  unwrapEnvelope(client.DELETE('/api/product/delete/{id}', { params: { path: { id } } }))

/** Shows many products to shoppers or hides them, all or none. */
export const publishProducts = ({ ids, publish }: { ids: string[]; publish: boolean }) =>
  unwrapEnvelope(client.PUT('/api/product/publish', { body: { ids, publish } }))

/** A product as someone else left it meanwhile, and as it would be with the edit that was refused. */
export type Conflict = { current: Product; yours: Product }

/** What both sides of a refused edit look like; undefined when it was refused for another reason. */
export function conflictOf(reason: unknown): Conflict | undefined {
  if (!(reason instanceof ApiError) || reason.status !== 409) return undefined
  const { current, yours } = (reason.data ?? {}) as Partial<Conflict>
  return current && yours ? { current, yours } : undefined
}

/** Puts products as the server answered them into the lists that show them. */
export function showProducts(queryClient: QueryClient, changed: readonly Product[]): void {
  queryClient.setQueriesData<{ products: Product[] }>({ queryKey: MANAGED }, (page) => {
    if (!page) return page
    const products = page.products.map((product) => changed.find(({ _id }) => _id === product._id) ?? product)
    return { ...page, products }
  })
  // The shop's own pages read anew when they are next opened.
  void queryClient.invalidateQueries({
    queryKey: ['catalog'],
    predicate: ({ queryKey }) => queryKey[1] !== MANAGED[1],
    refetchType: 'none',
  })
}
