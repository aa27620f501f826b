import { saveChoice } from './device-choice'

/** The language of this build of the app. */
export const LANGUAGE: string = import.meta.env.LANGUAGE

/** Saves the user's language and loads the page in it. */
export function chooseLanguage(language: string): void {
  saveChoice('language', language, '/')
  // The server chooses the language by the cookie; without cookies by the URL's first `lang`.
  if (navigator.cookieEnabled) location.reload()
  else location.search = `lang=${language}&${location.search.slice(1)}`
}
