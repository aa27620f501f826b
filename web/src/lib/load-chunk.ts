/** The length of a stylesheet's name in the build (vite.chunks.ts). */
const NAME_LENGTH = 6

const stylesheetLoads = new Map<string, Promise<unknown>>()

/**
 * Loads a chunk and, beside it, the stylesheets that it needs: their names, one after the other. What does not load
 * dispatches vite:preloadError as Vite's loader does, for chunk-load-error.ts; the next call tries again. The build has it called around each dynamic import.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, names = ''): Promise<Module> {
  const styles = []
  for (let index = 0; index < names.length; index += NAME_LENGTH)
    styles.push(loadStylesheet(`/assets/${names.slice(index, index + NAME_LENGTH)}.css`))
  try {
    const [module] = await Promise.all([load(), ...styles])
    return module
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  }
}

/** Loads a stylesheet that the document does not have yet. */
function loadStylesheet(href: string): Promise<unknown> | undefined {
  if (!stylesheetLoads.has(href) && document.querySelector(`link[href="${href}"]`)) return
  const load = stylesheetLoads.get(href) ?? appendStylesheet(href)
  stylesheetLoads.set(href, load)
  return load
}

function appendStylesheet(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      stylesheetLoads.delete(href)
      reject(new Error(`${href} did not load`))
    }
  })
}
