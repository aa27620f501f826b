import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const shop = process.env.KIRANA_DEV_SHOP ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, semicolons: false, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
    outlineFirst(),
  ],
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': shop, '/media': shop, '/testpay': shop } },
  build: {
    // Small assets stay files: the content policy allows no data: fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
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
})

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
