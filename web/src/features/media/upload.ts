import { ApiError } from '@/lib/api'
import { freshToken } from '@/lib/renew-session'
import { readTokens } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { validatePicture } from './picture-file'
import { texts } from './texts'

// Without a byte sent for so long the connection counts as lost.
const STALL_TIMEOUT_MS = 45_000
// The server takes longer to respond: it scales the picture first.
const RESPONSE_TIMEOUT_MS = 120_000

/** The call that takes a picture, and the form field that carries it. */
type Endpoint = { method: 'POST' | 'PUT'; path: string; field: string }

export type UploadOptions = {
  /** Called with 0 to 100 as bytes are sent. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

type UploadResponse<Body> = { status: number; body: (Body & { message?: string }) | null }

/** Uploads a picture of the catalog and returns its URL. Throws as sendPicture does. */
export async function uploadPicture(file: File, options: UploadOptions): Promise<string> {
  const endpoint = { method: 'POST', path: '/api/file/upload', field: 'image' } as const
  const { imageUrl } = await sendPicture<{ imageUrl?: { url?: string } }>(file, endpoint, options)
  if (!imageUrl?.url) throw new ApiError(200, texts.noUrl)
  return imageUrl.url
}

/**
 * Sends a picture and returns the response's body. Throws an ApiError with a message for people: status 400 before
 * a byte is sent for a file that the server would refuse, status 0 when the connection is lost.
 */
export async function sendPicture<Body extends object>(
  file: File,
  endpoint: Endpoint,
  options: UploadOptions,
): Promise<Partial<Body>> {
  const invalid = await validatePicture(file)
  if (invalid) throw new ApiError(400, invalid)
  const token = readTokens()?.accessToken
  if (!token) throw new ApiError(401, shell.sessionOver)
  const attempt = (accessToken: string) => sendForm<Body>({ file, accessToken, endpoint, ...options })
  let response = await attempt(token)
  if (response.status === 401) {
    const refreshed = await freshToken(token, location.origin).catch(() => {
      throw new ApiError(0, texts.connectionLost)
    })
    if (!refreshed) throw new ApiError(401, shell.sessionOver)
    response = await attempt(refreshed)
  }
  const { status, body } = response
  if (status >= 400) throw new ApiError(status, body?.message || texts.failed)
  return body ?? {}
}

/** Reports whether the same file may be accepted at a second try. */
export function isRetryable({ status }: ApiError): boolean {
  return status < 400 || status >= 500 || status === 401 || status === 429
}

type FormRequest = UploadOptions & { file: File; accessToken: string; endpoint: Endpoint }

// XMLHttpRequest, because fetch has no events for the progress of a request's body.
function sendForm<Body>({ file, accessToken, endpoint, onProgress, signal }: FormRequest) {
  return new Promise<UploadResponse<Body>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const restartTimeout = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(loseConnection, ms)
    }
    const cleanUp = () => {
      clearTimeout(timer)
      window.removeEventListener('offline', loseConnection)
      signal.removeEventListener('abort', abort)
    }
    const cancel = (error: unknown) => {
      cleanUp()
      request.abort()
      reject(error)
    }
    const loseConnection = () => cancel(new ApiError(0, texts.connectionLost))
    const abort = () => cancel(signal.reason)
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(Math.floor((loaded / total) * 100))
      restartTimeout(STALL_TIMEOUT_MS)
    }
    request.upload.onload = () => restartTimeout(RESPONSE_TIMEOUT_MS)
    request.onload = () => {
      cleanUp()
      resolve({ status: request.status, body: request.response })
    }
    request.onerror = loseConnection
    window.addEventListener('offline', loseConnection)
    signal.addEventListener('abort', abort)
    restartTimeout(STALL_TIMEOUT_MS)

    const form = new FormData()
    form.set(endpoint.field, file)
    request.open(endpoint.method, endpoint.path)
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${accessToken}`)
    request.send(form)
  })
}
