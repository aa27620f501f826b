/** Returns a unique key for one request. */
export function newIdempotencyKey(): string {
  // Browsers have no randomUUID without TLS, such as on a home network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** Returns the key for a body: the last one if the body is the same, so that the server does not repeat the call. */
export function keyOf(last: { body: string; key: string } | undefined, body: string) {
  return last?.body === body ? last : { body, key: newIdempotencyKey() }
}
