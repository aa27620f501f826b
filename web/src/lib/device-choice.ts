const maxAge = 31_536_000 // seconds: one year

/** Returns this device's saved choice of the given name; '' if none is saved. */
export function readChoice(name: string): string {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? ''
}

/** Saves a choice on this device. It is a cookie, because a logout clears local storage and the printer stays the same. */
export function saveChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${name}=${value}; path=/dashboard; max-age=${maxAge}; samesite=lax`
}
