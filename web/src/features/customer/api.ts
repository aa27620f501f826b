import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { CustomerSearch } from './customer-search'
import { customerTexts } from './texts'

/** A customer as the list shows them; amounts in rupees. Packers get neither email nor sums. */
export type Customer = components['schemas']['CustomerSummary']
export type CustomerProfile = components['schemas']['CustomerProfile']
export type CustomerOrder = CustomerProfile['checkouts'][number]

/** All that is cached of customers. */
export const customersKey = [USER_SCOPE, 'customers']

export const PAGE_SIZE = 50

/** A page of customers. */
export function customersQuery({ page = 1, ...search }: CustomerSearch) {
  return queryOptions({
    queryKey: [...customersKey, 'list', { page, ...search }],
    queryFn: async ({ signal }) => {
      const query = { ...search, page: String(page), limit: String(PAGE_SIZE) }
      const envelope = await readEnvelope(client.GET('/api/customers', { params: { query }, signal }))
      const { data: customers, totalCount: total = 0, totalNoPage: pages = 1, thisMonth, areas } = envelope
      return { customers, total, pages, thisMonth, areas }
    },
    placeholderData: keepPreviousData,
    meta: { failure: { fallback: customerTexts.failedToLoad } },
  })
}

/** One customer. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/customers/{id}', { params: { path: { id } }, signal })),
  })
}

export type CustomerChange = { status?: 'Active' | 'Suspended'; reason?: string; note?: string }

/** Suspends or activates a customer, or saves a note on them. */
export const changeCustomer = ({ id, ...body }: CustomerChange & { id: string }) =>
  unwrapEnvelope(client.PUT('/api/customers/{id}', { params: { path: { id } }, body }))

/** Returns the customer of a number, made without a login if staff knows none. */
export const addCustomer = (form: { name: string; mobile: string }) =>
  unwrapEnvelope(client.POST('/api/customers', { body: form }))

/** Makes the link by which a customer gets a login. */
export const inviteCustomer = (id: string) =>
  unwrapEnvelope(client.POST('/api/customers/{id}/invite', { params: { path: { id } } }))

type Merge = {
  from: string
  into: string
  name: string
  mobile: string
  /** The owner's choice of the khata's limit, in rupees; without it that of the customer who stays, else the other one's. */
  limit?: string
}

/** Joins a customer to another one for good; returns the one that stays. */
export const mergeCustomers = ({ from, ...body }: Merge) =>
  unwrapEnvelope(client.POST('/api/customers/{id}/merge', { params: { path: { id: from } }, body }))

/** Cancels every open order of a customer; those that cannot be are listed in `refused`. */
export const cancelOpenOrders = (id: string) =>
  unwrapEnvelope(client.PUT('/api/customers/{id}/cancel-open', { params: { path: { id } }, body: {} }))
