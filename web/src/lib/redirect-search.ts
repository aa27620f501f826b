/** Parses the address to return to after a login; only paths of this shop are accepted. */
export function redirectSearch({ redirect }: { redirect?: unknown }): { redirect?: string } {
  return {
    redirect: typeof redirect === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(redirect) ? redirect : undefined,
  }
}
