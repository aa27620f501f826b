/** A response of the API that the server rendered the page from, and what it was the response to. */
type EmbeddedResponse = {
  method: string
  /** With its query. */
  path: string
  /** JSON; '' for none. */
  body: string
  /** The envelope. */
  reply: unknown
}

type PageData = {
  /** The page was made without the app, which renders its own in its place. */
  plain?: boolean
  /** The decoded path of the page that the server rendered: a document that was kept may be shown for another one. */
  path: string
  responses: EmbeddedResponse[]
}

/** The id of the element in which the server writes them. */
const ELEMENT_ID = 'page-data'

let responses: EmbeddedResponse[] = []

/**
 * Reads what the server made this page from, for the requests that the app makes first. Returns how it was made: as the
 * app renders it, or plainly, without the app; `none` where the page is to be made here, as what shows the catalog is
 * for an administrator, who sees unpublished products, too.
 */
export function readEmbeddedResponses(asAdministrator: boolean): 'rendered' | 'plain' | 'none' {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  if (!text) return 'none'
  const data = JSON.parse(text) as PageData
  if (data.path !== decodeURIComponent(location.pathname)) return 'none'
  if (asAdministrator && data.responses.some(({ path }) => path.startsWith('/api/product/'))) return 'none'
  responses = data.responses
  return data.plain ? 'plain' : 'rendered'
}

/** Reports whether a page that came with its data is being made to work. */
export const hasEmbeddedResponses = () => responses.length > 0

/** Returns the response to a request that the server has sent with the page already; each is taken once. */
export function takeEmbeddedResponse(request: Request): Promise<Response> | undefined {
  if (responses.length === 0) return undefined
  const { pathname, search } = new URL(request.url)
  const candidates = responses.filter(
    ({ method, path }) => method === request.method && path === pathname + search,
  )
  if (candidates.length === 0) return undefined
  return takeOf(candidates, request)
}

async function takeOf(candidates: EmbeddedResponse[], request: Request): Promise<Response> {
  const body = await request.clone().text()
  const found = candidates.find((candidate) => candidate.body === body && responses.includes(candidate))
  if (!found) return fetch(request)
  responses = responses.filter((response) => response !== found)
  return Response.json(found.reply)
}

/** Discards unused responses: they are stale by now, or of a session that has ended. */
export function dropEmbeddedResponses(): void {
  responses = []
}
