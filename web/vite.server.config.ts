import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { aliases, hashedNames, scopedName } from './vite.config.ts'
import { messages, outDir } from './vite.messages.ts'

/** The pages that are rendered and in the browser have files of their own. */
const PUBLIC_PAGES = [
  '/product/$product',
  '/$category/$subCategory',
  '/login',
  '/register',
  '/forgot-password',
]

/** The app as one script for the JavaScript engine inside the server, which renders the public pages with it. */
export default defineConfig({
  plugins: [
    messages(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (PUBLIC_PAGES.includes(routeId) ? [] : undefined),
      },
      semicolons: false,
      quoteStyle: 'single',
    }),
    react({ jsxImportSource: '@/jsx' }),
    publicPagesOnly(),
  ],
  resolve: {
    alias: [
      ...aliases,
      // The whole of react-dom/server has a second renderer, for streams.
      {
        find: 'react-dom/server',
        replacement: join(
          import.meta.dirname,
          'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
        ),
      },
    ],
  },
  css: { modules: { generateScopedName: scopedName } },
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  ssr: { noExternal: true, resolve: { conditions: ['worker', 'module', 'production'] } },
  build: {
    ssr: 'src/entry-server.tsx',
    // A hidden folder of dist: in the program, but no file of the storefront.
    outDir: `${outDir}/.server`,
    assetsInlineLimit: 0,
    target: 'es2022',
    minify: true,
    // The pictures in a rendered page are the browser's files.
    rolldownOptions: {
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'page.js', ...hashedNames },
    },
  },
})

/** Leaves out what is fetched on demand: the dialogs, searches, and the pages of logged-in users, which are rendered as skeletons. */
function publicPagesOnly(): Plugin {
  const nothing = '\0nothing'
  return {
    name: 'public-pages-only',
    enforce: 'pre',
    resolveDynamicImport: (specifier) => (typeof specifier === 'string' ? nothing : null),
    load: (id) =>
      id === nothing
        ? `export { PageSkeleton as component } from '@/routes/-shell/page-skeleton'\nexport const loader = () => null\nexport default loader`
        : null,
  }
}
