const COOKIE_MAX_AGE = 31_536_000 // seconds: one year

/** The language of this build of the app. */
export const LANGUAGE: string = import.meta.env.LANGUAGE

/** Saves the user's language and reloads the page in it. */
export function chooseLanguage(language: string): void {
  // A cookie, because the server renders the page by it.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `language=${language}; path=/; max-age=${COOKIE_MAX_AGE}; samesite=lax`
  location.reload()
}
