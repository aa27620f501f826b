import { saveChoice } from './device-choice'

/** The language of this build of the app. */
export const LANGUAGE: string = import.meta.env.LANGUAGE

/** Saves the user's language and loads the page in it. */
export function chooseLanguage(language: string): void {
  // The server renders the page by the address, then by the cookie.
  saveChoice('language', language, '/')
  const address = new URL(location.href)
  if (navigator.cookieEnabled) address.searchParams.delete('lang')
  else address.searchParams.set('lang', language)
  if (address.href === location.href) location.reload()
  else location.replace(address)
}
