import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { CustomerSearch } from './customer-search'
import { customerTexts } from './texts'

/** A customer of the list; amounts in rupees. Packers get neither email nor sums. */
export type Customer = components['schemas']['CustomerSummary']
export type CustomerProfile = components['schemas']['CustomerProfile']
export type CustomerOrder = CustomerProfile['checkouts'][number]

/** The prefix of all query keys of customers. */
export const customersKey = [USER_SCOPE, 'customers']

export const PAGE_SIZE = 50

/** Returns the query of a page of customers. */
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

/** Returns the query of one customer. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/customers/{id}', { params: { path: { id } }, signal })),
  })
}

export type CustomerChange = { status?: 'Active' | 'Suspended'; reason?: string; note?: string }

/** Suspends or activates a customer, or saves the staff's note. */
export const changeCustomer = ({ id, ...body }: CustomerChange & { id: string }) =>
  unwrapEnvelope(client.PUT('/api/customers/{id}', { params: { path: { id } }, body }))

/** Returns the customer with this mobile number; creates one without a login if there is none. */
export const addCustomer = (form: { name: string; mobile: string }) =>
  unwrapEnvelope(client.POST('/api/customers', { body: form }))

/** Creates a link by which a customer gets a login. */
export const inviteCustomer = (id: string) =>
  unwrapEnvelope(client.POST('/api/customers/{id}/invite', { params: { path: { id } } }))

type Merge = {
  from: string
  into: string
  name: string
  mobile: string
  /** The khata limit chosen by the owner, in rupees; by default the kept record's, else the other's. */
  limit?: string
  password?: string
}

/** Merges a customer into another, irreversibly. Returns the kept customer. */
export const mergeCustomers = ({ from, ...body }: Merge) =>
  unwrapEnvelope(client.POST('/api/customers/{id}/merge', { params: { path: { id: from } }, body }))

/** Cancels all open orders of a customer; those that cannot be canceled are listed in `refused`. */
export const cancelOpenOrders = (id: string) =>
  unwrapEnvelope(client.PUT('/api/customers/{id}/cancel-open', { params: { path: { id } }, body: {} }))
