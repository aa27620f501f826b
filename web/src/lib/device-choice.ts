const MAX_AGE = 31_536_000 // seconds: one year
const STAFF_PATH = '/dashboard'

/** The choices of this page load, for a browser that blocks cookies. */
const chosen = new Map<string, string>()

/** Returns this device's saved choice of the given name; '' if none is saved. */
export function readChoice(name: string): string {
  try {
    const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
    return found?.slice(name.length + 1) ?? chosen.get(name) ?? ''
  } catch {
    return chosen.get(name) ?? ''
  }
}

/**
 * Saves a choice on this device. A cookie survives a logout, unlike local storage: choices such as the printer's paper
 * belong to the device.
 */
export function saveChoice(name: string, value: string, path = STAFF_PATH): void {
  chosen.set(name, value)
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not supported everywhere
    document.cookie = `${name}=${value}; path=${path}; max-age=${MAX_AGE}; samesite=lax`
  } catch {
    // The browser denies cookies.
  }
}
