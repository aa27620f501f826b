import type { paths } from '@/schema'
import { authorizedFetch } from './authorized-fetch'
import { texts } from './texts'
import { createTypedClient } from './typed-client'

export type FieldError = { field: string; message: string }

/** A failed API call with the server's message, if it sent one. `status` 0: there was no response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Validation errors by field name. */
    readonly fields: FieldError[] = [],
    /** The envelope's `data`, such as the two versions of a conflict; unvalidated. */
    readonly data: unknown = undefined,
    /** The stable error code; '' if the server sent none. */
    readonly code = '',
  ) {
    super(message)
  }
}

/** Reports whether the server said that what was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** A call without `updatedSince`: its list is whole, and not what has changed. */
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

/** The typed client; unwrap what it returns with `unwrapEnvelope` or `readEnvelope`. */
export const client = createTypedClient<WholeLists<paths>>(authorizedFetch)

type ClientResult<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>

/** Returns the whole envelope of a response, for lists that carry their count. Throws ApiError. */
export async function readEnvelope<Body>(result: ClientResult<Body>): Promise<Body> {
  const { data, error, response } = await result.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
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

/** Reports whether a body says that the call failed, which counts with any status. */
function isFailure(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

/** Returns the `data` of a response's envelope. Throws ApiError. */
export async function unwrapEnvelope<Data>(result: ClientResult<{ data: Data }>): Promise<Data> {
  return (await readEnvelope(result)).data
}
