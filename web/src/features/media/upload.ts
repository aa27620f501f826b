import { ApiError } from '@/lib/api'
import { freshToken } from '@/lib/authorized-fetch'
import { readTokens } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { refusalOf } from './picture-file'
import { texts } from './texts'

// A connection that moves no byte for so long is lost; the shop may take longer to scale a large picture.
const STALLED_MS = 45_000
const ANSWER_MS = 120_000

/** The call that takes a picture, and the field of the form that carries it. */
type Destination = { method: 'POST' | 'PUT'; path: string; field: string }

export type Sending = {
  /** Called with 0 to 100 as bytes leave. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

type Answer<Body> = { status: number; body: (Body & { message?: string }) | null }

/** Sends a picture of the catalogue and answers its address. Throws as sendPicture does. */
export async function uploadPicture(file: File, sending: Sending): Promise<string> {
  const to = { method: 'POST', path: '/api/file/upload', field: 'image' } as const
  const url = (await sendPicture<{ imageUrl?: { url?: string } }>(file, to, sending)).imageUrl?.url
  if (!url) throw new ApiError(200, texts.noUrl)
  return url
}

/**
 * Sends a picture and answers what the shop says of it. Throws ApiError with a sentence: what the shop would
 * refuse anyway, before a byte is sent; status 0 when the connection was lost.
 */
export async function sendPicture<Body extends object>(
  file: File,
  to: Destination,
  sending: Sending,
): Promise<Partial<Body>> {
  const refusal = await refusalOf(file)
  if (refusal) throw new ApiError(400, refusal)
  const token = readTokens()?.accessToken
  if (!token) throw new ApiError(401, shell.sessionOver)
  let answer = await send<Body>(file, token, to, sending)
  if (answer.status === 401) {
    const fresh = await freshToken(token, location.origin).catch(() => {
      throw new ApiError(0, texts.connectionLost)
    })
    if (!fresh) throw new ApiError(401, shell.sessionOver)
    answer = await send(file, fresh, to, sending)
  }
  const { status, body } = answer
  if (status >= 400) throw new ApiError(status, body?.message || texts.failed)
  return body ?? {}
}

/** Whether the same file may be taken a moment later. */
export function isPassing({ status }: ApiError): boolean {
  return status < 400 || status >= 500 || status === 401 || status === 429
}

// XMLHttpRequest, because fetch does not tell how much of a request has left.
function send<Body>(
  file: File,
  token: string,
  { method, path, field }: Destination,
  { onProgress, signal }: Sending,
): Promise<Answer<Body>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let clock: ReturnType<typeof setTimeout>
    const wait = (ms: number) => {
      clearTimeout(clock)
      clock = setTimeout(lost, ms)
    }
    const end = () => {
      clearTimeout(clock)
      window.removeEventListener('offline', lost)
      signal.removeEventListener('abort', stop)
    }
    const lost = () => {
      end()
      request.abort()
      reject(new ApiError(0, texts.connectionLost))
    }
    const stop = () => {
      end()
      request.abort()
      reject(signal.reason)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(Math.floor((loaded / total) * 100))
      wait(STALLED_MS)
    }
    request.upload.onload = () => wait(ANSWER_MS)
    request.onload = () => {
      end()
      resolve({ status: request.status, body: request.response })
    }
    request.onerror = lost
    window.addEventListener('offline', lost)
    signal.addEventListener('abort', stop)
    wait(STALLED_MS)

    const form = new FormData()
    form.set(field, file)
    request.open(method, path)
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.send(form)
  })
}
