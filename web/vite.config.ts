import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressedFiles } from './vite.compressed.ts'
import { language, messages, outDir, SOURCE_LANGUAGE, sharedFiles } from './vite.messages.ts'
import { filesOfPages } from './vite.pages.ts'
import { serviceWorker } from './vite.worker.ts'

const shop = process.env.KIRANA_DEV_SHOP ?? 'http://127.0.0.1:8080'

export default defineConfig(({ mode }) => ({
  // The mode "ui" builds the kit's development page, dev/ui.html, which is not part of a release.
  plugins:
    mode === 'ui'
      ? [messages(), react({ jsxImportSource: '@/jsx' })]
      : [
          messages(),
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            // A page and its not-found and error components share a chunk.
            codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
            semicolons: false,
            quoteStyle: 'single',
          }),
          react({ jsxImportSource: '@/jsx' }),
          bareIcons(),
          filesOfPages(),
          codeAfterPictures(),
          ...(language === SOURCE_LANGUAGE ? [serviceWorker()] : []),
          sharedFiles(),
          compressedFiles(),
        ],
  resolve: { alias: aliases },
  // Readable names, shared with the server's plain pages (internal/plain), which use the same classes.
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: mode === 'test' ? undefined : { '/api': shop, '/media': shop, '/testpay': shop } },
  publicDir: language === SOURCE_LANGUAGE ? 'public' : false,
  build: {
    outDir,
    // Keep small assets as files: the content security policy forbids data: fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Do not list the files of all pages in the entry chunk: 2.9 KB of 124. A document names those of its own page
      // (web/embed.go), and likely next pages are prefetched (src/prefetch.ts).
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      input: mode === 'ui' ? 'dev/ui.html' : 'index.html',
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        ...hashedNames,
        codeSplitting: {
          // Merge what every visit needs into two files instead of forty: on a slow connection each file costs time.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'shop', tags: ['$initial'] },
            // The pages in the order of a visit, each with the code that it shares with later ones: 7 to 38 files fewer
            // per page. The checkbox, which the filters use too, is in the cart's file: in the checkout's it would
            // bring that code to every visit.
            { name: 'product', test: /routes\/product\./ },
            { name: 'listing', test: /routes\/(\$category|search)/ },
            { name: 'cart', test: /routes\/cart\.|ui\/checkbox\./ },
            { name: 'login', test: /routes\/login\.|ui\/stack\./ },
            { name: 'checkout', test: /routes\/CheckOutPage\./ },
            // Dialogs and drawers.
            { name: 'dialog', test: /ui\/(dialog|drawer)\./ },
          ],
        },
      },
    },
  },
}))

/**
 * The file names of both builds. Hashes do not compress and are part of the entry chunk: use the bundler's minimum of seven
 * characters from an alphabet of 36.
 */
export const hashedNames = {
  assetFileNames: 'assets/[name]-[hash:7][extname]',
  hashCharacters: 'base36',
} as const

/** The import aliases of the browser's and the server's build. */
export const aliases = [
  { find: '@', replacement: join(import.meta.dirname, 'src') },
  { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/create-icon.ts') },
]

/**
 * Removes what create-icon.ts does not use: icon names and the random keys of their parts, which do not compress. Both together save
 * 1.8 KB of home's 124, and 4.6 of the desk's 232.
 */
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
 * Loads the app's code with low priority: the rendered page is complete with its pictures, a fifth of the code's size, and
 * becomes interactive when both have loaded. The links to a page's own files (web/embed.go) have the same priority.
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

/** Returns the name of a CSS module's class: file name and class name. Two modules with the same file name would collide. */
export function scopedName(local: string, file: string): string {
  const path = resolve(file.replace(/\?.*$/, ''))
  const name = basename(path, '.module.css')
  const knownPath = moduleFiles.get(name) ?? path
  if (knownPath !== path && existsSync(knownPath))
    throw new Error(`${path} would share its classes with ${knownPath}: give one of them another name.`)
  moduleFiles.set(name, path)
  return `${name}_${local}`
}
