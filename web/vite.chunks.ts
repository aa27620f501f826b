import type { Plugin, Rolldown } from 'vite'
import { initialFiles, withImports } from './vite.pages.ts'

const PRELOAD_HELPER = '\0vite/preload-helper.js'
/** Stands in a chunk's code where Vite names what a dynamic import needs. */
const MARKER = '__VITE_PRELOAD__'
/** The last one in the code between two markers. */
const DYNAMIC_IMPORT = /^.*\bimport\(["'`]\.\/([^"'`]+)/s

/** Returns the name of an asset. Those of stylesheets have one length, so that a list of them needs no separators. */
export const assetFileName = ({ names }: { names: string[] }) =>
  names[0]?.endsWith('.css') ? 'assets/[hash:6].css' : 'assets/[name]-[hash][extname]'

const STYLESHEET = /^assets\/([\w-]{6})\.css$/

/**
 * Has chunks loaded by src/lib/load-chunk.ts, which is smaller than Vite's loader, and names the stylesheets of each by their hashes:
 * every visit loads these names with the first file.
 */
export function chunksWithStyles(): Plugin {
  return {
    name: 'chunks-with-styles',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: new RegExp(`^${PRELOAD_HELPER}$`) },
      handler: () => `export { loadChunk as __vitePreload } from '@/lib/load-chunk'`,
    },
    generateBundle: {
      // Before Vite's own list.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const initial = initialFiles(bundle)
        for (const chunk of chunks) chunk.code = withStyles(chunk, bundle, initial)
      },
    },
  }
}

/** Returns a chunk's code with the names of the stylesheets of what it loads. */
function withStyles(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  initial: Set<string>,
): string {
  const segments = chunk.code.split(MARKER)
  const last = segments.pop() ?? ''
  const present = new Set([...initial, ...withImports([chunk], bundle)])
  const withNames = segments.map((segment) => {
    const target = bundle[`assets/${DYNAMIC_IMPORT.exec(segment)?.[1]}`]
    if (target?.type !== 'chunk') throw new Error(`What ${chunk.fileName} imports is no chunk`)
    const names = [...withImports([target], bundle)]
      .filter((file) => file.endsWith('.css') && !present.has(file))
      .map(stylesheetName)
    return names.length > 0 ? `${segment}"${names.join('')}"` : segment.replace(/,\s*$/, '')
  })
  return withNames.join('') + last
}

function stylesheetName(file: string): string {
  const name = STYLESHEET.exec(file)?.[1]
  if (!name) throw new Error(`${file} is not named as assetFileName names stylesheets`)
  return name
}
