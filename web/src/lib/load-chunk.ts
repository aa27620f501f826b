/** The length of a stylesheet's name in the build (vite.chunks.ts). */
const NAME_LENGTH = 6

const loads = new Map<string, Promise<unknown>>()

/**
 * Loads a chunk and, beside it, the stylesheets that it needs: their names, one after the other. What does not load is announced
 * as Vite's own loader does, for chunk-load-error.ts; the next call tries again. The build has it called around each dynamic import.
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
  if (!loads.has(href) && document.querySelector(`link[href="${href}"]`)) return
  const loaded = loads.get(href) ?? appendStylesheet(href)
  loads.set(href, loaded)
  return loaded
}

function appendStylesheet(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      loads.delete(href)
      reject(new Error(`${href} did not load`))
    }
  })
}
