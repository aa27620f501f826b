import { queryOptions } from '@tanstack/react-query'
import { sendPicture } from '@/features/media/upload'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { texts } from './pictures-texts'

type Schemas = components['schemas']
export type PictureOutcome = Schemas['PictureOutcome']
export type Proposal = Schemas['Proposal']
export type AddedPicture = Schemas['AddedPicture']

/** The pictures that wait for a decision, and every change of the catalog makes them stale. */
export const proposalsQuery = queryOptions({
  queryKey: ['catalog', 'picture-proposals'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/pictures/proposals', { signal })),
})

/** How far the pictures at the addresses of lists are. */
export const linksQuery = queryOptions({
  queryKey: ['catalog', 'picture-links'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/pictures/links', { signal })),
})

/** Has the pictures at the addresses of lists fetched. */
export const fetchLinks = () => unwrapEnvelope(client.POST('/api/product/pictures/links'))

/** Adds pictures that wait to products, and skips others. */
export const decideProposals = (body: { take?: { _id: string; product: string }[]; skip?: string[] }) =>
  unwrapEnvelope(client.PUT('/api/product/pictures/proposals', { body }))

async function send<Result>(file: File, path: string, signal: AbortSignal): Promise<Result> {
  const endpoint = { method: 'POST', path, field: 'image' } as const
  const { data } = await sendPicture<{ data: Result }>(file, endpoint, {
    onProgress: () => undefined,
    signal,
  })
  if (!data) throw new ApiError(200, texts.sendFailed)
  return data
}

/** Sends a picture under the name by which it is matched to a product. */
export const sendBulkPicture = (file: File, name: string, signal: AbortSignal) =>
  send<PictureOutcome>(file, `/api/product/pictures?file=${encodeURIComponent(name.slice(-300))}`, signal)

/** Adds a photograph to a product. */
export const sendPhotograph = (file: File, productId: string, signal: AbortSignal) =>
  send<AddedPicture>(file, `/api/product/${productId}/picture`, signal)
