import type { EmbeddedResponse } from '@/lib/worker-contract'
import { type Fetch, keepResponses, put } from './cached-responses'

/** The prefix of the caches of documents and code, one cache per version. The previous version stays for pages still open. */
const APP = 'app-'
const PICTURES = 'pictures'
/** How many pictures are cached; the oldest are evicted. */
const MAX_PICTURES = 400

/** The key of the document that is served for every page while offline. */
const DOCUMENT = '/'
/** A page without embedded content: its document works at every address. */
const EMPTY_PAGE = '/cart'

/** Returns a page from the network, or offline the cached document, which renders by its URL. */
export async function openPage(event: Fetch): Promise<Response> {
  try {
    const response = await fetch(event.request)
    if (response.ok && isDocument(response)) event.waitUntil(putDocument(response.clone()))
    return response
  } catch (error) {
    const kept = await caches.match(DOCUMENT)
    if (kept) return kept
    throw error
  }
}

const isDocument = (response: Response) =>
  response.headers.get('Content-Type')?.startsWith('text/html') === true

/** Caches the document for pages that are opened offline. */
export async function keepDocument(): Promise<void> {
  const response = await fetch(DOCUMENT, { cache: 'no-cache' })
  if (response.ok) await putDocument(response)
}

/** Caches a document and the files in its head; new code becomes a new version. */
async function putDocument(response: Response): Promise<void> {
  const { assets, responses } = contentOf(await response.clone().text())
  await keepResponses(responses)
  const name = APP + (assets.find((path) => path.endsWith('.js')) ?? '')
  const versions = await appVersions()
  const cache = await caches.open(name)
  if (new URL(response.url).pathname === EMPTY_PAGE) await cache.put(DOCUMENT, response)
  else if (!versions.includes(name)) await cache.put(DOCUMENT, await fetch(EMPTY_PAGE, { cache: 'no-cache' }))
  if (versions.includes(name)) return
  await cache.addAll(assets)
  // The previous version's code stays for pages opened with it; its document is deleted.
  const before = versions.at(-1)
  if (before !== undefined) await (await caches.open(before)).delete(DOCUMENT)
  for (const old of versions.slice(0, -1)) await caches.delete(old)
}

/** Returns the paths of a document's scripts and styles, each once, and the responses embedded in it. */
export function contentOf(html: string): { assets: string[]; responses: EmbeddedResponse[] } {
  const data = html.match(/<script type="application\/json" id="page-data">(.*?)<\/script>/s)?.[1]
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) =>
    String(match[1]),
  )
  return {
    assets: [...new Set(paths)],
    responses: data ? (JSON.parse(data) as { responses: EmbeddedResponse[] }).responses : [],
  }
}

const appVersions = async () => (await caches.keys()).filter((key) => key.startsWith(APP))

/** Returns the cache of the app's current version. */
const appCache = async () => caches.open((await appVersions()).at(-1) ?? APP)

/** Caches code that the page loaded before this worker was active. */
export async function keepAssets(paths: string[]): Promise<void> {
  const cache = await appCache()
  for (const path of paths) {
    if (!(await caches.match(path))) await cache.add(path).catch(() => undefined)
  }
}

/** Returns a file of the app, which never changes, from any cache, else from the network. */
export const openAsset = (event: Fetch) => fromCacheFirst(event, appCache, Number.POSITIVE_INFINITY)

/** Returns a picture, which never changes, from any cache, else from the network. */
export const openPicture = (event: Fetch) => fromCacheFirst(event, () => caches.open(PICTURES), MAX_PICTURES)

async function fromCacheFirst(event: Fetch, open: () => Promise<Cache>, limit: number): Promise<Response> {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.status === 200) {
    const copy = response.clone()
    event.waitUntil(open().then((cache) => put(cache, event.request, copy, limit)))
  }
  return response
}
