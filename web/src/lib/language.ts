import { saveChoice } from './device-choice'

/** The language of this build of the app. */
export const LANGUAGE: string = import.meta.env.LANGUAGE

/** Saves the user's language and reloads the page in it. */
export function chooseLanguage(language: string): void {
  // The server renders the page by the cookie.
  saveChoice('language', language, '/')
  location.reload()
}
