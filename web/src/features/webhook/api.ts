import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { webhookTexts } from './texts'

export type Webhook = components['schemas']['Webhook']
export type CreatedWebhook = components['schemas']['CreatedWebhook']

/** The events to which a webhook can subscribe. */
export const EVENTS = [
  'order.placed',
  'order.changed',
  'order.stage',
  'order.delivered',
  'order.canceled',
  'payment.changed',
  'product.changed',
  'stock.changed',
  'customer.changed',
  'bill.issued',
  'khata.changed',
] as const

export const webhooksQuery = queryOptions({
  queryKey: [USER_SCOPE, 'webhooks'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/webhooks', { signal })),
  meta: { failure: { fallback: webhookTexts.failedToLoad } },
})

/** Returns the query of the latest deliveries of a webhook. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksQuery.queryKey, id],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/webhooks/{id}/deliveries', { params: { path: { id } }, signal })),
    meta: { failure: { fallback: webhookTexts.failedToLoad } },
  })

/** Creates a webhook; only this response contains its secret. */
export const createWebhook = (body: { url: string; events: string[]; password?: string }) =>
  unwrapEnvelope(client.POST('/api/webhooks', { body }))

export const setActive = (id: string, active: boolean) =>
  unwrapEnvelope(client.PUT('/api/webhooks/{id}', { params: { path: { id } }, body: { active } }))

export const removeWebhook = (_id: string) =>
  unwrapEnvelope(client.DELETE('/api/webhooks', { body: { _id } }))

/** Sends a test event to a webhook and returns the result. */
export const testWebhook = (id: string) =>
  unwrapEnvelope(client.POST('/api/webhooks/{id}/test', { params: { path: { id } } }))

/** Sends a delivery again, with the same id and the current record. */
export const sendAgain = (id: string, delivery: string) =>
  unwrapEnvelope(
    client.POST('/api/webhooks/{id}/deliveries/{delivery}/again', { params: { path: { id, delivery } } }),
  )
