import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressedFiles } from './vite.compressed.ts'
import { language, messages, outDir, SOURCE_LANGUAGE, sharedFiles } from './vite.messages.ts'
import { filesOfPages } from './vite.pages.ts'

const shop = process.env.KIRANA_DEV_SHOP ?? 'http://127.0.0.1:8080'

export default defineConfig(({ mode }) => ({
  // The mode "ui" builds the kit's development page, dev/ui.html, which no release has.
  plugins:
    mode === 'ui'
      ? [messages(), react({ jsxImportSource: '@/jsx' })]
      : [
          messages(),
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            // One file for a page and for what is shown where it is not found.
            codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
            semicolons: false,
            quoteStyle: 'single',
          }),
          react({ jsxImportSource: '@/jsx' }),
          bareIcons(),
          filesOfPages(),
          codeAfterPictures(),
          sharedFiles(),
          compressedFiles(),
        ],
  resolve: { alias: aliases },
  // Readable, and the same in the server's plain pages (internal/plain), which are written in them.
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: mode === 'test' ? undefined : { '/api': shop, '/media': shop, '/testpay': shop } },
  publicDir: language === SOURCE_LANGUAGE ? 'public' : false,
  build: {
    outDir,
    // Small assets stay files: the content policy allows no data: fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Each page's list of files would stand in the first file of every visitor. A document names those of its own page
      // (web/embed.go), and what is likely to come next is fetched ahead (src/prefetch.ts).
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      input: mode === 'ui' ? 'dev/ui.html' : 'index.html',
      // Constants of one module stand where another reads them: 106 bytes less of a search.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        ...hashedNames,
        codeSplitting: {
          // What every visit starts with is two files, not forty: on a slow line each of them costs.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'shop', tags: ['$initial'] },
            { name: 'product', test: /routes\/product\./ },
            // What listings and searches share, and each of them.
            {
              name: 'lists',
              test: /useInfiniteQuery|catalog\/shop\/(list-filters|product-grid)\.tsx|ui\/loading-failed|icons\/package-open\./,
            },
            { name: 'listing', test: /routes\/\$category/ },
            { name: 'search', test: /routes\/search/ },
          ],
        },
      },
    },
  },
}))

/**
 * How files are named, by both builds. Hashes are the part of the first file that does not compress: seven letters are
 * the fewest that the bundler takes, and 36 different ones.
 */
export const hashedNames = {
  assetFileNames: 'assets/[name]-[hash:7][extname]',
  hashCharacters: 'base36',
} as const

/** Where imports lead in the browser's app and in the server's. */
export const aliases = [
  { find: '@', replacement: join(import.meta.dirname, 'src') },
  // The router's store brings React's hook once more, for versions of React that have none.
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
    replacement: join(import.meta.dirname, 'src/lib/use-store-with-selector.ts'),
  },
  { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/create-icon.ts') },
]

/** Leaves out what create-icon.ts needs nothing of: an icon's names, and the random keys of its parts, which do not compress. */
function bareIcons(): Plugin {
  return {
    name: 'bare-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) =>
        code
          .replace(/,\s*key: "\w+"/g, '')
          .replace(/name: "[\w-]+",\s*size: 24,/, '')
          .replace(/,\s*aliases: \[[^\]]*\]/, '')
          .replace(/^__iconData\.node;$/m, ''),
    },
  }
}

/**
 * Fetches the app's code with a low priority: what the server rendered is complete with its pictures, which are a fifth of
 * the code, and a press works as soon as both are there. The links to a page's own files (web/embed.go) have the same priority.
 */
function codeAfterPictures(): Plugin {
  return {
    name: 'code-after-pictures',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
  }
}

const moduleFiles = new Map<string, string>()

/** The name of a class of a CSS module: the file's and its own. Two modules of one file name would share their classes. */
export function scopedName(local: string, file: string): string {
  const path = resolve(file.replace(/\?.*$/, ''))
  const name = basename(path, '.module.css')
  const other = moduleFiles.get(name) ?? path
  if (other !== path && existsSync(other))
    throw new Error(`${path} would share its classes with ${other}: give one of them another name.`)
  moduleFiles.set(name, path)
  return `${name}_${local}`
}
