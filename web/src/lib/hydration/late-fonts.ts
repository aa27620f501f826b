import { asText, storedValue } from '../stored-value'

/** Set once this browser has cached the shop's fonts; the script in index.html reads it, too. */
const storedFonts = storedValue('fonts', 'login', asText)

/**
 * Loads the shop's fonts and switches to them. On a first visit they load after the app's code, so as not to delay it. A
 * browser that has them cached uses them from the start.
 */
export async function loadLateFonts(): Promise<void> {
  const { classList } = document.documentElement
  if (!classList.contains('lateFonts')) return
  // Wait for both files: each switch of fonts causes a layout of the whole page.
  const loaded = await Promise.all(['a', '₹'].map((text) => document.fonts.load('1em Anek', text))).then(
    () => true,
    () => false,
  )
  if (!loaded) return
  classList.remove('lateFonts')
  storedFonts.write('loaded')
}
