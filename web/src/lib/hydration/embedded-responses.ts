import type { EmbeddedResponse } from '../worker-contract'

type PageData = {
  /**
   * Whether the page comes from the plain template instead of this app, which then replaces the page with its own
   * version.
   */
  plain?: boolean
  /** The decoded path of the rendered page: a cached document may be shown at another address. */
  path: string
  responses: EmbeddedResponse[]
}

/** The id of the element that holds the embedded responses. */
const ELEMENT_ID = 'page-data'

let responses: EmbeddedResponse[] = []
let hydrating = false

/**
 * Reads the API responses embedded in this page, for the app's first requests. Returns 'rendered' for a page to hydrate,
 * 'plain' for a plain page, and 'none' if the browser has to render the page itself, as for catalog pages of an
 * administrator, who also sees unpublished products.
 */
export function readEmbeddedResponses(asAdministrator: boolean): 'rendered' | 'plain' | 'none' {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  if (!text) return 'none'
  const data = JSON.parse(text) as PageData
  if (data.path !== decodeURIComponent(location.pathname)) return 'none'
  if (asAdministrator && data.responses.some(({ path }) => path.startsWith('/api/product/'))) return 'none'
  responses = data.responses
  hydrating = true
  return data.plain ? 'plain' : 'rendered'
}

/** Reports whether the page's data is being loaded from its embedded responses: a loader must not wait for the network. */
export const loadsEmbeddedResponses = () => hydrating

/** Returns the embedded response to a request, if there is one. Each response is returned once. */
export function takeEmbeddedResponse(
  path: string,
  { method = 'GET', body = '' }: { method?: string; body?: unknown },
): Response | undefined {
  const found = responses.find(
    (response) => response.method === method && response.path === path && response.body === body,
  )
  if (!found) return undefined
  responses = responses.filter((response) => response !== found)
  return Response.json(found.reply)
}

/** Discards unused embedded responses: they are stale, or belong to an ended session. */
export function dropEmbeddedResponses(): void {
  responses = []
  hydrating = false
}
