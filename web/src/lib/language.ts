import { saveChoice } from './device-choice'

/** The language of this build of the app. */
export const LANGUAGE: string = import.meta.env.LANGUAGE

const PARAMETER = 'lang'

/** Saves the user's language and reloads the page in it. */
export function chooseLanguage(language: string): void {
  const page = new URL(location.href)
  page.searchParams.delete(PARAMETER)
  // The server renders the page by the cookie, or by the parameter where the browser keeps no cookie.
  if (!saveChoice('language', language, '/')) page.searchParams.set(PARAMETER, language)
  if (page.href === location.href) location.reload()
  else location.assign(page)
}
