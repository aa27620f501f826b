import { queryOptions } from '@tanstack/react-query'
import { sendPicture } from '@/features/media/upload'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { texts } from './pictures-texts'

type Schemas = components['schemas']
export type PictureOutcome = Schemas['PictureOutcome']
export type Proposal = Schemas['Proposal']
export type AddedPicture = Schemas['AddedPicture']

/** Fetches the pictures that await a decision. Every change of the catalog invalidates them. */
export const proposalsQuery = queryOptions({
  queryKey: ['catalog', 'picture-proposals'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/pictures/proposals', { signal })),
})

/** Fetches the progress of downloading pictures from the lists' links. */
export const linksQuery = queryOptions({
  queryKey: ['catalog', 'picture-links'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product/pictures/links', { signal })),
})

/** Starts downloading the pictures from the lists' links. */
export const fetchLinks = () => unwrapEnvelope(client.POST('/api/product/pictures/links'))

/** Assigns pictures that await a decision to products, and skips others. */
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

/** Uploads a picture under the name by which it is matched to a product. */
export const sendBulkPicture = (file: File, name: string, signal: AbortSignal) =>
  send<PictureOutcome>(file, `/api/product/pictures?file=${encodeURIComponent(name.slice(-300))}`, signal)

/** Uploads a photograph of a product. */
export const sendPhotograph = (file: File, productId: string, signal: AbortSignal) =>
  send<AddedPicture>(file, `/api/product/${productId}/picture`, signal)
