/** An item of a link to a filled cart. */
export type LinkItem = { id: string; quantity: number }

/** How many items a link may have: as many as a cart has lines. */
const MAX_ITEMS = 100

/**
 * Reads the items of a link, `ID:2,ID:1`, each id as it is or as `~` and base64url; undefined for anything else.
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

/** Decodes canonical base64url without padding; undefined unless it is a text without control characters. */
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
