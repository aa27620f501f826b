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
/** The prefix of the query keys of the list. */
export const khataListKey = [...khataKey, 'list']

export const PAGE_SIZE = 50

/** Returns the query of a page of accounts with a balance, oldest debt first. */
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

/** Returns the query of a customer's account with its entries. */
export function statementQuery(customer: string) {
  return queryOptions({
    queryKey: [...khataKey, 'one', customer],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/khata/{customer}', { params: { path: { customer } }, signal })),
  })
}

/** Fetches the shopper's own account. */
export const ownKhataQuery = queryOptions({
  queryKey: [...khataKey, 'mine'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/khata/mine', { signal })),
})

/** Returns the query of the account behind a secret URL. */
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
  reference?: string
  /** The idempotency key. */
  key: string
}

/** Adds a payment or a correction. */
export const addLine = ({ customer, ...body }: KhataLine) =>
  unwrapEnvelope(client.POST('/api/khata/{customer}', { params: { path: { customer } }, body }))

type Confirmation = { customer: string; entry: string }

/** Confirms a payment by UPI or card that a packer recorded. */
export const confirmPayment = (path: Confirmation) =>
  unwrapEnvelope(client.PUT('/api/khata/{customer}/entries/{entry}/confirmed', { params: { path } }))

type LimitChange = { customer: string; limit: string; password?: string }

/** Sets a customer's limit in rupees as typed; '' restores the shop's limit. */
export const setLimit = ({ customer, ...body }: LimitChange) =>
  unwrapEnvelope(client.PUT('/api/khata/{customer}/limit', { params: { path: { customer } }, body }))

/** Returns the text of a reminder and records that the customer was reminded. */
export const remind = (customer: string) =>
  unwrapEnvelope(client.POST('/api/khata/{customer}/reminder', { params: { path: { customer } } }))

/** Revokes all secret URLs of the customer's khata page. */
export const revokePages = (customer: string) =>
  unwrapEnvelope(client.DELETE('/api/khata/{customer}/reminder', { params: { path: { customer } } }))
