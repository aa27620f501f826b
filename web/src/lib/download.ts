import { ApiError } from './api'
import { authorizedFetch } from './authorized-fetch'
import { saveBlob } from './save-file'
import { texts } from './texts'

/** Fetches a file with the stored login and lets the browser save it. Throws ApiError. */
export async function downloadFile(path: string, query: Record<string, string | undefined>): Promise<void> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  const address = String(search) ? `${path}?${search}` : path
  const response = await authorizedFetch(address).catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
    throw new ApiError(0, texts.serverUnreachable)
  })
  if (!response.ok) {
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new ApiError(response.status, message)
  }
  saveBlob(await response.blob(), fileNameOf(response) ?? path.replace(/.*\//, ''))
}

function fileNameOf(response: Response): string | undefined {
  return /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
}
