import createClient from 'openapi-fetch'
import type { paths } from '@/schema'
import { authorisedFetch } from './authorised-fetch'
import { texts } from './texts'

export type FieldError = { field: string; message: string }

/** A call that did not succeed, with the server's sentence if it gave one. `status` 0: it did not answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** What is wrong with which field of a form. */
    readonly fields: FieldError[] = [],
    /** What one needs to see to decide what to do about it; unchecked. */
    readonly data: unknown = undefined,
    /** A stable word for what was refused; '' if the server gave none. */
    readonly code = '',
  ) {
    super(message)
  }
}

/** The typed client; give what it returns to `call` or `answerOf`. */
export const client = createClient<paths>({ baseUrl: '', fetch: authorisedFetch })

type Answer<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>

/** The whole answer of a call, for lists that carry their count. Throws ApiError. */
export async function answerOf<Body>(answer: Answer<Body>): Promise<Body> {
  const { data, error, response } = await answer.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
    throw new ApiError(0, texts.serverAway)
  })
  if (data !== undefined && response.ok) return data
  const refusal = (error ?? {}) as { message?: string; errors?: FieldError[]; data?: unknown; code?: string }
  throw new ApiError(response.status, refusal.message ?? '', refusal.errors, refusal.data, refusal.code)
}

/** The `data` of a call. Throws ApiError. */
export async function call<Data>(answer: Answer<{ data: Data }>): Promise<Data> {
  return (await answerOf(answer)).data
}

/** The sentence to show for whatever was thrown: the server's where it gave one, else the given one. */
export function sentenceOf(reason: unknown, fallback: string): string {
  return reason instanceof ApiError && reason.message ? reason.message : fallback
}
