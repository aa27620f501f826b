/** An item of a link that fills the cart. */
export type LinkItem = { id: string; quantity: number }

/** The maximum number of items of a link, equal to the maximum number of cart lines. */
const MAX_ITEMS = 100

/**
 * Parses a link's items, `ID:2,ID:1`; an id may be encoded as `~` and base64url. Returns undefined if they are malformed.
 * https://ucp.dev/2026-04-08/specification/permalink
 */
export function parseLinkItems(text: string): LinkItem[] | undefined {
  const items: LinkItem[] = []
  for (const pair of text.split(',')) {
    const [, token = '', quantity] = /^([A-Za-z0-9._-]+|~[A-Za-z0-9_-]+):([1-9]\d{0,3})$/.exec(pair) ?? []
    const id = token.startsWith('~') ? decodeId(token.slice(1)) : token
    if (!id) return undefined
    items.push({ id, quantity: Number(quantity) })
  }
  return items.length <= MAX_ITEMS ? items : undefined
}

/** Decodes canonical base64url without padding; undefined if it is malformed or contains control characters. */
function decodeId(encoded: string): string | undefined {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const canonical = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const id = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return canonical === encoded && !/\p{Cc}/u.test(id) ? id : undefined
  } catch {
    return undefined
  }
}
