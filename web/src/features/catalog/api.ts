import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { texts } from './texts'

export type Category = components['schemas']['Category']
export type SubCategory = components['schemas']['SubCategory']
export type Product = components['schemas']['Product']
export type SearchSubCategory = components['schemas']['SearchSubCategory']

export const SORTS = [
  'relevance',
  'popular',
  'newest',
  'priceAsc',
  'priceDesc',
  'discount',
  'name',
  'origin',
] as const
export type Sort = (typeof SORTS)[number]

/** The filter of a product list. Prices are selling prices, in rupees. */
export type Listing = {
  q?: string
  /** Lists the products that `q` matches only by unit, sub-category or category, instead of the matches by name. */
  also?: true
  category?: string
  subCategory?: string
  inStock?: true
  minPrice?: number
  maxPrice?: number
  /** Any of these values; sizes are units. */
  brand?: string[]
  type?: string[]
  size?: string[]
  /** Countries of origin. */
  origin?: string[]
  /** In per cent of the price. */
  minDiscount?: number
  /** Relevance by default if there is a query, else popularity. */
  sort?: Sort
}

// Fills whole rows of two, three, five and six cards.
const PAGE_SIZE = 30

// Takes no abort signal: a loader waits for it, and unmounting the pending component would abort it.
export const categoriesQuery = queryOptions({
  queryKey: ['catalog', 'categories'],
  queryFn: () => unwrapEnvelope(client.GET('/api/category/get')),
})

export const subCategoriesQuery = queryOptions({
  queryKey: ['catalog', 'subCategories'],
  // The API lists the newest first; the app shows them in order of creation.
  queryFn: async () => (await unwrapEnvelope(client.POST('/api/subCategory/get'))).reverse(),
})

export const homeQuery = queryOptions({
  queryKey: ['catalog', 'home'],
  queryFn: async () => {
    const { data: rows, popular, everyday } = await readEnvelope(client.GET('/api/product/home'))
    return { rows, popular: popular ?? [], everyday }
  },
})

/** Returns the infinite query of a listing from any page on: a URL with page 3 starts there. */
export function productsQuery(listing: Listing, firstPage = 1) {
  return infiniteQueryOptions({
    queryKey: ['catalog', 'products', listing] as const,
    queryFn: async ({ pageParam: page, signal }) => {
      const envelope = await readEnvelope(getProducts(listing, { page, limit: PAGE_SIZE, signal }))
      return {
        page,
        q: listing.q ?? '',
        partial: envelope.partial,
        nearest: envelope.nearest,
        sameShelf: envelope.sameShelf,
        subCategories: envelope.subCategories,
        products: envelope.data,
        alsoCount: envelope.alsoCount,
        totalCount: envelope.totalCount ?? 0,
        totalNoPage: envelope.totalNoPage ?? 0,
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

/** Returns the query of the first products of a listing, for a row of cards. */
export function productRowQuery(listing: Listing, limit: number) {
  return queryOptions({
    queryKey: ['catalog', 'row', listing, limit],
    queryFn: ({ signal }) => getFirstProducts(listing, limit, signal),
  })
}

/** The number of similar products on a product's page. */
export const SIMILAR_LIMIT = 12

/** Returns the query of the products in a product's sub-category, which may include the product itself. */
export function similarProductsQuery({ category, subCategory }: Pick<Product, 'category' | 'subCategory'>) {
  return productRowQuery({ category: category._id, subCategory: subCategory._id }, SIMILAR_LIMIT + 1)
}

function getFirstProducts(listing: Listing, limit: number, signal: AbortSignal): Promise<Product[]> {
  return unwrapEnvelope(getProducts(listing, { page: 1, limit, signal }))
}

type PageRequest = { page: number; limit: number; signal: AbortSignal }

function getProducts(listing: Listing, { page, limit, signal }: PageRequest) {
  const query = { ...parametersOf(listing), page: String(page), limit: String(limit) }
  return client.GET('/api/product/getAll', { params: { query }, signal })
}

/** Converts a listing to the query parameters of the API. */
export function parametersOf(listing: Listing) {
  const {
    q,
    also,
    category,
    subCategory,
    inStock,
    minPrice,
    maxPrice,
    brand,
    type,
    size,
    origin,
    minDiscount,
  } = listing
  return {
    q,
    also: also && 'true',
    category,
    subCategory,
    inStock: inStock && 'true',
    minPrice: minPrice?.toString(),
    maxPrice: maxPrice?.toString(),
    brand,
    type,
    size,
    origin,
    minDiscount: minDiscount?.toString(),
    sort: listing.sort ?? defaultSort(q),
  }
}

/** Returns the default sort order of a listing. */
export function defaultSort(q: string | undefined): Sort {
  return q ? 'relevance' : 'popular'
}
