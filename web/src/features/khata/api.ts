import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { KhataSearch } from './khata-search'
import { khataTexts } from './texts'

export type KhataAccount = components['schemas']['KhataAccount']
export type KhataStatement = components['schemas']['KhataStatement']
export type KhataEntry = KhataStatement['entries'][number]
export type KhataAge = components['schemas']['KhataAge']

const khataKey = [USER_SCOPE, 'khata']
/** The pages of the list. */
export const khataListKey = [...khataKey, 'list']

export const PAGE_SIZE = 50

/** A page of the accounts that owe something, those open longest first. */
export function khataQuery({ page = 1, over, ...search }: KhataSearch) {
  return queryOptions({
    queryKey: [...khataListKey, { page, over, ...search }],
    queryFn: async ({ signal }) => {
      const query = {
        ...search,
        over: over ? 'true' : undefined,
        page: String(page),
        limit: String(PAGE_SIZE),
      }
      const envelope = await readEnvelope(client.GET('/api/khata', { params: { query }, signal }))
      const { data: accounts, totalCount: total = 0, totalNoPage: pages = 1, ages } = envelope
      return { accounts, total, pages, ages }
    },
    placeholderData: keepPreviousData,
    meta: { failure: { fallback: khataTexts.failedToLoad } },
  })
}

/** A customer's account with its entries. */
export function statementQuery(customer: string) {
  return queryOptions({
    queryKey: [...khataKey, 'one', customer],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/khata/{customer}', { params: { path: { customer } }, signal })),
  })
}

/** The shopper's own account. */
export const ownKhataQuery = queryOptions({
  queryKey: [...khataKey, 'mine'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/khata/mine', { signal })),
})

/** The account of a secret address. */
export const khataPageQuery = (token: string) =>
  queryOptions({
    queryKey: ['khata-page', token],
    queryFn: () => unwrapEnvelope(client.POST('/api/khata/page', { body: { token } })),
    retry: false,
  })

export type KhataLine = {
  customer: string
  kind: 'PAYMENT' | 'CORRECTION'
  amount: string
  by?: 'CASH' | 'UPI' | 'CARD'
  reason?: string
  /** The same key adds once. */
  key: string
}

/** Adds a payment or a correction. */
export const addLine = ({ customer, ...body }: KhataLine) =>
  unwrapEnvelope(client.POST('/api/khata/{customer}', { params: { path: { customer } }, body }))

/** Sets what a customer may owe, in rupees as typed; '': the shop's limit. */
export const setLimit = ({ customer, limit }: { customer: string; limit: string }) =>
  unwrapEnvelope(
    client.PUT('/api/khata/{customer}/limit', {
      params: { path: { customer } },
      body: { limit },
    }),
  )

/** Returns the text of a reminder; the customer counts as reminded. */
export const remind = (customer: string) =>
  unwrapEnvelope(client.POST('/api/khata/{customer}/reminder', { params: { path: { customer } } }))

/** Ends every address of the customer's page. */
export const revokePages = (customer: string) =>
  unwrapEnvelope(client.DELETE('/api/khata/{customer}/reminder', { params: { path: { customer } } }))
