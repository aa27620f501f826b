import type { paths } from '@/schema'
import { authorizedFetch } from './authorized-fetch'
import { texts } from './texts'
import { createTypedClient } from './typed-client'

export type FieldError = { field: string; message: string }

/** A failed API call with the server's message, if it sent one. `status` is 0 when there was no response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Validation errors by field name. */
    readonly fields: FieldError[] = [],
    /** The envelope's `data`, such as the two versions of an edit conflict; not validated. */
    readonly data: unknown = undefined,
    /** The server's stable error code; '' if it sent none. */
    readonly code = '',
  ) {
    super(message)
  }
}

/** Reports whether the server responded that the requested record does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Reports whether the same call may succeed later: it got no response, or the server was busy or failed. */
export function isTemporary(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** Narrows the response of a list to the whole list: calls here never send `updatedSince`, which would return only changes. */
type WholeList<Call> = Call extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Omit<Call, 'responses'> & {
      responses: Omit<Call['responses'], 200> & {
        200: { content: { 'application/json': Exclude<Body, { next: string }> } }
      }
    }
  : Call
type WholeLists<Paths> = {
  [Path in keyof Paths]: { [Key in keyof Paths[Path]]: WholeList<Paths[Path][Key]> }
}

/** The typed API client. Unwrap its results with `unwrapEnvelope` or `readEnvelope`. */
export const client = createTypedClient<WholeLists<paths>>(authorizedFetch)

type ClientResult<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>

/** Returns a response's whole envelope, for lists that carry a total count. Throws ApiError. */
export async function readEnvelope<Body>(result: ClientResult<Body>): Promise<Body> {
  const { data, error, response } = await result.catch((reason: unknown) => {
    if (reason instanceof Error && reason.name === 'AbortError') throw reason
    throw new ApiError(0, texts.serverUnreachable)
  })
  const failed = isFailure(data)
  if (data !== undefined && response.ok && !failed) return data
  const body = (error ?? (failed ? data : {})) as {
    message?: string
    errors?: FieldError[]
    data?: unknown
    code?: string
  }
  throw new ApiError(response.status, body.message ?? '', body.errors, body.data, body.code)
}

/** Reports whether a body marks the call as failed, whatever its HTTP status. */
function isFailure(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

/** Returns the `data` of a response's envelope. Throws ApiError. */
export async function unwrapEnvelope<Data>(result: ClientResult<{ data: Data }>): Promise<Data> {
  return (await readEnvelope(result)).data
}
