const MAX_AGE = 31_536_000 // seconds: one year
const STAFF_PATH = '/dashboard'

/** Choices that the browser did not keep, as it blocks cookies: they last until the page is left. */
const unkept = new Map<string, string>()

/** Returns this device's saved choice of the given name; '' if none is saved. */
export function readChoice(name: string): string {
  return unkept.get(name) ?? readCookie(name)
}

/**
 * Saves a choice on this device, and reports whether it outlasts the page. It is a cookie, because a logout clears local
 * storage and the printer stays the same.
 */
export function saveChoice(name: string, value: string, path = STAFF_PATH): boolean {
  unkept.set(name, value)
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
    document.cookie = `${name}=${value}; path=${path}; max-age=${MAX_AGE}; samesite=lax`
  } catch {
    return false
  }
  // A browser that blocks cookies may drop one without an error.
  const isKept = readCookie(name) === value
  if (isKept) unkept.delete(name)
  return isKept
}

function readCookie(name: string): string {
  try {
    const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
    return found?.slice(name.length + 1) ?? ''
  } catch {
    return ''
  }
}
