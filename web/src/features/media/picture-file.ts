import { texts } from './texts'

/** The types that the server accepts; it inspects a file's content, not its name. */
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/gif'
const MAX_BYTES = 10 * 1024 * 1024
const SIGNATURE_BYTES = 12

/** Resolves to why the server would refuse a file, as a sentence; undefined if it would accept it. */
export async function validatePicture(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return texts.empty
  if (file.size > MAX_BYTES) return texts.tooLarge
  const bytes = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  if (!bytes) return texts.unreadable
  return isPicture(String.fromCharCode(...new Uint8Array(bytes))) ? undefined : texts.wrongType
}

function isPicture(signature: string): boolean {
  return (
    signature.startsWith('\xff\xd8\xff') ||
    signature.startsWith('\x89PNG\r\n\x1a\n') ||
    signature.startsWith('GIF8') ||
    (signature.startsWith('RIFF') && signature.slice(8) === 'WEBP')
  )
}
