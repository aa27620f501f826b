import { texts } from './texts'

/** As the shop takes them; what it takes is told by the content, never by the name. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif'
const MAX_BYTES = 10 * 1024 * 1024
const HEAD = 12

/** Why the shop would not take this file, as a sentence; undefined when it may. */
export async function refusalOf(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return texts.empty
  if (file.size > MAX_BYTES) return texts.tooLarge
  const head = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => undefined)
  if (!head) return texts.unreadable
  return isPicture(String.fromCharCode(...new Uint8Array(head))) ? undefined : texts.wrongType
}

function isPicture(head: string): boolean {
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('GIF8') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}
