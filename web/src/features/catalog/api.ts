import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { texts } from './texts'

export type Category = components['schemas']['Category']
export type SubCategory = components['schemas']['SubCategory']
export type Product = components['schemas']['Product']

export const SORTS = ['relevance', 'newest', 'priceAsc', 'priceDesc', 'discount', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** Which products a list shows. Prices are payable ones, in rupees. */
export type Listing = {
  q?: string
  category?: string
  subCategory?: string
  inStock?: true
  minPrice?: number
  maxPrice?: number
  /** Without words the best match is what can be bought, first. */
  sort?: Sort
}

// Fills whole rows of two, three, five and six cards.
const PAGE = 30
const NEAREST = 6

// What a route's loader waits for takes no abort signal: the skeleton's leaving would abort it.
export const categoriesQuery = queryOptions({
  queryKey: ['catalog', 'categories'],
  queryFn: () => unwrapEnvelope(client.GET('/api/category/get')),
})

export const subCategoriesQuery = queryOptions({
  queryKey: ['catalog', 'subCategories'],
  queryFn: () => unwrapEnvelope(client.POST('/api/subCategory/get')),
})

export const homeQuery = queryOptions({
  queryKey: ['catalog', 'home'],
  queryFn: () => unwrapEnvelope(client.GET('/api/product/home')),
})

/** A list page by page, from any page: an address that names page 3 shows page 3. */
export function productsQuery(listing: Listing, firstPage = 1) {
  return infiniteQueryOptions({
    queryKey: ['catalog', 'products', listing] as const,
    queryFn: async ({ pageParam: page, signal }) => {
      const answer = await readEnvelope(getAll(listing, page, PAGE, signal))
      return {
        page,
        q: listing.q ?? '',
        partial: answer.partial === true,
        nearest: answer.nearest ?? [],
        products: answer.data,
        totalCount: answer.totalCount ?? 0,
        totalNoPage: answer.totalNoPage ?? 0,
      }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ page, totalNoPage }) => (page < totalNoPage ? page + 1 : undefined),
    getPreviousPageParam: ({ page }) => (page > 1 ? page - 1 : undefined),
    meta: { failure: { fallback: texts.failedToLoad } },
  })
}

export function productQuery(productId: string) {
  return queryOptions({
    queryKey: ['catalog', 'product', productId],
    queryFn: () => unwrapEnvelope(client.POST('/api/product/getProductById', { body: { productId } })),
  })
}

/** The first few of a list, for a row beside something else. */
export function fewProductsQuery(listing: Listing, limit: number) {
  return queryOptions({
    queryKey: ['catalog', 'few', listing, limit],
    queryFn: ({ signal }) => few(listing, limit, signal),
  })
}

export type Nearest = { alike: boolean; products: Product[] }

/** What to offer for a search that found nothing: names that begin like it, else the best savings. */
export function nearestQuery(q: string) {
  const longest = q.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a), '')
  return queryOptions({
    queryKey: ['catalog', 'nearest', q],
    queryFn: async ({ signal }): Promise<Nearest> => {
      const alike = longest.length > 3 ? await few({ q: longest.slice(0, 3) }, NEAREST, signal) : []
      if (alike.length) return { alike: true, products: alike }
      return { alike: false, products: await few({ sort: 'discount', inStock: true }, NEAREST, signal) }
    },
  })
}

function few(listing: Listing, limit: number, signal: AbortSignal): Promise<Product[]> {
  return unwrapEnvelope(getAll(listing, 1, limit, signal))
}

function getAll(listing: Listing, page: number, limit: number, signal: AbortSignal) {
  const { q, category, subCategory, inStock, minPrice, maxPrice, sort = 'relevance' } = listing
  const query = {
    q,
    category,
    subCategory,
    inStock: inStock && 'true',
    minPrice: minPrice?.toString(),
    maxPrice: maxPrice?.toString(),
    sort,
    page: String(page),
    limit: String(limit),
  }
  return client.GET('/api/product/getAll', { params: { query }, signal })
}
