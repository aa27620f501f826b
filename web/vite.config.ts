import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, preprocessCSS, type ResolvedConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { compressedFiles } from './vite.compressed.ts'

const shop = process.env.KIRANA_DEV_SHOP ?? 'http://127.0.0.1:8080'

export default defineConfig(({ mode }) => ({
  // The mode "ui" builds the kit's development page, dev/ui.html, which no release has.
  plugins:
    mode === 'ui'
      ? [react()]
      : [
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            semicolons: false,
            quoteStyle: 'single',
          }),
          react(),
          criticalModules([
            'src/ui/logo.module.css',
            'src/ui/page.module.css',
            'src/ui/search-field.module.css',
            'src/ui/skeleton.module.css',
            'src/features/catalog/shop/hero.module.css',
            'src/features/catalog/shop/category-tiles.module.css',
            'src/routes/-shell/shell.module.css',
            'src/routes/-shell/header.module.css',
          ]),
          outlineFirst(),
          compressedFiles(),
        ],
  resolve: {
    alias: [
      { find: '@', replacement: join(import.meta.dirname, 'src') },
      // The router's store brings React's hook once more, for versions of React that have none.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  // Readable, and the same in index.html, whose outline is written in them.
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: { '/api': shop, '/media': shop, '/testpay': shop } },
  build: {
    // Small assets stay files: the content policy allows no data: fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: mode === 'ui' ? 'dev/ui.html' : 'index.html',
      output: {
        codeSplitting: {
          // What every visit starts with is two files, not forty: on a slow line each of them costs.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'shop', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
}))

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

/** The stylesheet after the outline, which wears its own: a stylesheet in the head holds the first paint back. */
function outlineFirst(): Plugin {
  return {
    name: 'outline-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [link = ''] = html.match(/ *<link rel="stylesheet"[^>]*>\n?/) ?? []
        return html.replace(link, '').replace('    <noscript>', `${link}    <noscript>`)
      },
    },
  }
}

/** Adds CSS modules to the style element of index.html: those of the components that its outline looks like. */
function criticalModules(files: string[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'critical-modules',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const modules = await Promise.all(
          files.map(async (file) => (await preprocessCSS(readFileSync(file, 'utf8'), file, config)).code),
        )
        return html.replace('</style>', () => `${modules.join('\n')}</style>`)
      },
    },
  }
}
