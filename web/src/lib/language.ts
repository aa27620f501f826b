const COOKIE_MAX_AGE = 31_536_000 // seconds: a year

/** The language of this build. */
export const LANGUAGE: string = import.meta.env.LANGUAGE

/** Remembers the language in which the shop is read, and opens the page in it. */
export function chooseLanguage(language: string): void {
  // A cookie, because the server renders the page by it.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `language=${language}; path=/; max-age=${COOKIE_MAX_AGE}; samesite=lax`
  location.reload()
}
