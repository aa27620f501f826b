/** Returns a key that no other request has. */
export function newIdempotencyKey(): string {
  // Without TLS, as on a home network, browsers have no randomUUID.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** The key of the last body: the same body again has the same key, so that the server does it once. */
export function keyOf(last: { body: string; key: string } | undefined, body: string) {
  return last?.body === body ? last : { body, key: newIdempotencyKey() }
}
