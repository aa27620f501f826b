import type { Client } from 'openapi-fetch'
import type { RequestOptions } from './authorized-fetch'
import { inLanguage } from './names'

type Parameters = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  header?: Record<string, string | undefined>
}

type Options = Omit<RequestOptions, 'body' | 'headers' | 'method'> & {
  params?: Parameters
  body?: unknown
  /** Serializes the body; JSON by default. */
  bodySerializer?: (body: unknown) => RequestOptions['body']
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Creates an API client with the part of openapi-fetch's interface that this app uses. The library itself is four times as
 * large (middlewares, parameter styles) and would be part of every first visit's download.
 */
export function createTypedClient<Paths extends object>(
  send: (path: string, options: RequestOptions) => Promise<Response>,
): Pick<Client<Paths>, Method> {
  const call =
    (method: Method) =>
    async (path: string, { params = {}, body, bodySerializer = JSON.stringify, ...init }: Options = {}) => {
      const sent = body === undefined ? undefined : bodySerializer(body)
      // For FormData the browser sets the header itself, with the boundary.
      const headers: Record<string, string> =
        typeof sent === 'string' ? { 'Content-Type': 'application/json' } : {}
      for (const [name, value] of Object.entries(params.header ?? {}))
        if (value !== undefined) headers[name] = value
      const response = await send(addressOf(path, params), { ...init, method, headers, body: sent })
      const text = await response.text()
      return response.ok
        ? { data: text ? JSON.parse(text, inLanguage) : undefined, response }
        : { error: parseBody(text), response }
    }
  return {
    GET: call('GET'),
    POST: call('POST'),
    PUT: call('PUT'),
    DELETE: call('DELETE'),
  } as unknown as Pick<Client<Paths>, Method>
}

function addressOf(path: string, { path: values = {}, query = {} }: Parameters): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])))
  const search = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((item) => [name, item]))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

/** Parses an error body: JSON, or the text of a proxy between the shop and the browser. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
