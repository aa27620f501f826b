import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { aliases, hashedNames, scopedName } from './vite.config.ts'
import { messages, outDir } from './vite.messages.ts'

/** The server-rendered pages, which are chunks of their own in the browser's build. */
const PUBLIC_PAGES = [
  '/product/$product',
  '/$category/$subCategory',
  '/login',
  '/register',
  '/forgot-password',
]

/** Builds the app as a single script for the server's JavaScript engine, which renders the public pages. */
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
      // The full react-dom/server includes a second renderer, for streams.
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
    // A hidden folder of dist: embedded in the program, but not served.
    outDir: `${outDir}/.server`,
    assetsInlineLimit: 0,
    target: 'es2022',
    minify: true,
    // Pictures in a rendered page refer to the browser build's files.
    rolldownOptions: {
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'page.js', ...hashedNames },
    },
  },
})

/** Omits code that is loaded on demand: dialogs, searches, and pages of logged-in users, which are rendered as skeletons. */
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
