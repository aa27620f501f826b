import type { Plugin, Rolldown } from 'vite'

/** A dotfile: embedded in the program, but not served. */
const FILE_NAME = '.pages.json'

const ROUTE_FILE = /\/src\/routes\/([^/]+)\.tsx\?tsr-split=/

/**
 * Writes for each page which scripts and styles it needs besides the initial ones. The server links them in the page's document
 * (web/embed.go), so that the browser loads them in parallel with the initial ones.
 */
export function filesOfPages(): Plugin {
  return {
    name: 'files-of-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const initial = initialFiles(bundle)
      const ofRoutes = new Map<string, Set<string>>()
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          const route = ROUTE_FILE.exec(id)?.[1]
          if (!route) continue
          const files = ofRoutes.get(route) ?? new Set()
          for (const file of withImports([chunk], bundle)) if (!initial.has(file)) files.add(`/${file}`)
          ofRoutes.set(route, files)
        }
      }
      const filesOf = (route: string) => [
        ...new Set(framesOf(route).flatMap((of) => [...(ofRoutes.get(of) ?? [])])),
      ]
      // A layout and its index page share a path; in this order the page's files, a superset, win.
      const pages = Object.fromEntries(
        [...ofRoutes.keys()].sort().map((route) => [pathOf(route), filesOf(route)]),
      )
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: JSON.stringify(pages) })
    },
  }
}

/** Returns the files of every visit: the entry chunk and its static imports. */
export function initialFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
  return withImports(entries as Rolldown.OutputChunk[], bundle)
}

/** Returns the files of chunks with their static imports and styles. */
export function withImports(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  for (const queue = [...chunks]; queue.length > 0; ) {
    const chunk = queue.pop()
    if (!chunk || files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') queue.push(imported)
    }
  }
  return files
}

/** Returns a route and its parent layouts: those whose file names are prefixes of its own. */
function framesOf(route: string): string[] {
  const parts = route.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

/** Returns the path of a route from its file name, as the router does: dashboard.desk.$number is /dashboard/desk/$number. */
function pathOf(route: string): string {
  const parts = route.split('.').filter((part) => part !== 'index')
  return `/${parts.map((part) => part.replace(/_$/, '')).join('/')}`
}
