/** Where to go on after a login; only an address of this shop. */
export function redirectSearch({ redirect }: { redirect?: unknown }): { redirect?: string } {
  return {
    redirect: typeof redirect === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(redirect) ? redirect : undefined,
  }
}
