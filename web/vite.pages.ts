import type { Plugin, Rolldown } from 'vite'

/** A hidden file of the build: in the program, but no file of the storefront. */
const FILE_NAME = '.pages.json'

const ROUTE_FILE = /\/src\/routes\/([^/]+)\.tsx\?tsr-split=/

/**
 * Writes for each page which files of code and styles it needs besides the first ones, so that the server can name them
 * in the page's document (web/embed.go): the browser fetches them beside the first ones, not after those have run.
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
      // A frame and its first page have one path; in this order the page's files, which are more, stay.
      const pages = Object.fromEntries(
        [...ofRoutes.keys()].sort().map((route) => [pathOf(route), filesOf(route)]),
      )
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: JSON.stringify(pages) })
    },
  }
}

/** Returns the files of every visit: the entry's, with what it imports at once. */
export function initialFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
  return withImports(entries as Rolldown.OutputChunk[], bundle)
}

/** The files that come with some chunks: they, what they import at once, and the styles of all. */
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

/** The routes around one and it: those of the file names that its own begins with. */
function framesOf(route: string): string[] {
  const parts = route.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

/** The path of a route by its file's name, as the router reads it: dashboard.desk.$number is /dashboard/desk/$number. */
function pathOf(route: string): string {
  const parts = route.split('.').filter((part) => part !== 'index')
  return `/${parts.map((part) => part.replace(/_$/, '')).join('/')}`
}
