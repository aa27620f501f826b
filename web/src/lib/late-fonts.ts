import { asText, storedValue } from './stored-value'

/** Whether this browser has the shop's own letters; the script in index.html reads it, too. */
const storedFonts = storedValue('fonts', 'login', asText)

/**
 * Loads the shop's own letters and puts them in the place of the phone's: on a first visit they come after the app's
 * code, since each change of letters lays the whole page out anew. A browser that has them uses them at once.
 */
export async function loadLateFonts(): Promise<void> {
  const { classList } = document.documentElement
  if (!classList.contains('lateFonts')) return
  // Both files before the change, which is one change then.
  const loaded = await Promise.all(['a', '₹'].map((text) => document.fonts.load('1em Anek', text))).then(
    () => true,
    () => false,
  )
  if (!loaded) return
  classList.remove('lateFonts')
  storedFonts.write('loaded')
}
