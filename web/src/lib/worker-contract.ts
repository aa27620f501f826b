/** The constants and types shared by pages and the service worker (src/worker). */

/** The service worker's script: its name stays the same in every release. */
export const WORKER_PATH = '/worker.js'

/** The cache of public responses. */
export const CATALOG_CACHE = 'catalog'
/** The cache of the logged-in user's responses. */
export const PRIVATE_CACHE = 'private'
/** The caches that are deleted when a session ends: an administrator's listings include unpublished products. */
export const SESSION_CACHES = [PRIVATE_CACHE, CATALOG_CACHE]

/** The header that marks a cached response with the time of storing, RFC 3339. */
export const KEPT_AT = 'X-Kept-At'

/** A message from a page to the service worker. */
export type WorkerMessage =
  /** The session has ended. */
  | { type: 'forget' }
  /** The paths in /assets that the page loaded before the worker was active. */
  | { type: 'keep'; assets: string[] }

/** An API response that a rendered page embeds, with its request. */
export type EmbeddedResponse = {
  method: string
  /** Including the query string. */
  path: string
  /** The JSON of the request's body; '' without a body. */
  body: string
  /** The response envelope. */
  reply: unknown
}
