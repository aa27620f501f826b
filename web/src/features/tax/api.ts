import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { taxTexts } from './texts'

export type Proposals = components['schemas']['TaxProposals']
export type Kind = components['schemas']['TaxKind']
export type MissingProduct = components['schemas']['ProductWithoutTax']
export type Choice = components['schemas']['TaxChoice']
export type TaxRate = components['schemas']['TaxRate']
export type RateForm = components['schemas']['RateForm']
export type AssignForm = components['schemas']['AssignForm']

const taxKey = [USER_SCOPE, 'tax']
const meta = { failure: { fallback: taxTexts.failedToLoad } }

/** Fetches products without a tax, by kind. */
export const proposalsQuery = queryOptions({
  queryKey: [...taxKey, 'proposals'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/tax/proposals', { signal })),
  meta,
})

/** The key of products without a proposal. */
export const NO_KIND = 'none'

/** Returns the query of the products of a kind that have no tax, paged. */
export function missingQuery(kind: string, limit: number) {
  return infiniteQueryOptions({
    queryKey: [...taxKey, 'missing', kind, limit],
    queryFn: async ({ signal, pageParam }) => {
      const query = { kind, page: String(pageParam), limit: String(limit) }
      const envelope = await readEnvelope(client.GET('/api/tax/missing', { params: { query }, signal }))
      return { products: envelope.data, pages: envelope.totalNoPage ?? 1 }
    },
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _, page) => (page < pages ? page + 1 : undefined),
    meta,
  })
}

/** Fetches the whole table of rates. */
export const ratesQuery = queryOptions({
  queryKey: [...taxKey, 'rates'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/tax/rates', { signal })),
  meta,
})

/** Returns the query of the products that a rate affects. */
export function affectedProductsQuery({ _id, hsn, condition, rate, cess, treatment, base, from }: TaxRate) {
  const row = { hsn, condition, rate: String(rate), cess: String(cess ?? 0), treatment, base, from }
  return queryOptions({
    queryKey: [...taxKey, 'affected', _id, row],
    queryFn: () => addRate({ ...row, dryRun: true }),
    meta,
  })
}

/** Adds a rate; with `dryRun` it only returns the products that it would affect. */
export const addRate = (body: RateForm) => unwrapEnvelope(client.POST('/api/tax/rates', { body }))

export const removeRate = (id: string) =>
  unwrapEnvelope(client.DELETE('/api/tax/rates/{id}', { params: { path: { id } } }))

/** Assigns taxes to single products and, as proposed, to whole kinds. */
export const assignTax = (body: AssignForm) => unwrapEnvelope(client.PUT('/api/tax/assign', { body }))
