import { ApiError, isTemporary } from '@/lib/api'
import { freshToken } from '@/lib/renew-session'
import { readTokens } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { validatePicture } from './picture-file'
import { texts } from './texts'

// If no byte is sent for this long, the connection counts as lost.
const STALL_TIMEOUT_MS = 45_000
// The response takes longer, since the server scales the picture first.
const RESPONSE_TIMEOUT_MS = 120_000

/** The API call of an upload and its form field. */
type Endpoint = { method: 'POST' | 'PUT'; path: string; field: string }

export type UploadOptions = {
  /** Called with 0 to 100 while bytes are sent. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

type UploadResponse<Body> = { status: number; body: (Body & { message?: string }) | null }

/** Uploads a catalog picture and returns its URL. Throws like sendPicture. */
export async function uploadPicture(file: File, options: UploadOptions): Promise<string> {
  const endpoint = { method: 'POST', path: '/api/file/upload', field: 'image' } as const
  const { imageUrl } = await sendPicture<{ imageUrl?: { url?: string } }>(file, endpoint, options)
  if (!imageUrl?.url) throw new ApiError(200, texts.noUrl)
  return imageUrl.url
}

/**
 * Uploads a picture and returns the response's body. Throws an ApiError with a message for users: status 400, before anything
 * is sent, for a file that the server would refuse; status 0 if the connection is lost.
 */
export async function sendPicture<Body extends object>(
  file: File,
  endpoint: Endpoint,
  options: UploadOptions,
): Promise<Partial<Body>> {
  const invalid = await validatePicture(file)
  if (invalid) throw new ApiError(400, invalid)
  const token = readTokens()?.accessToken
  if (!token) throw new ApiError(401, sharedTexts.sessionOver)
  const attempt = (accessToken: string) => sendForm<Body>({ file, accessToken, endpoint, ...options })
  let response = await attempt(token)
  if (response.status === 401) {
    const refreshed = await freshToken(token).catch(() => {
      throw new ApiError(0, texts.connectionLost)
    })
    if (!refreshed) throw new ApiError(401, sharedTexts.sessionOver)
    response = await attempt(refreshed)
  }
  const { status, body } = response
  if (status >= 400) throw new ApiError(status, body?.message || texts.failed)
  return body ?? {}
}

/** Reports whether uploading the same file again may succeed. */
export function isRetryable({ status }: ApiError): boolean {
  return status < 400 || status === 401 || isTemporary(status)
}

type FormRequest = UploadOptions & { file: File; accessToken: string; endpoint: Endpoint }

// XMLHttpRequest, since fetch does not report upload progress.
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
