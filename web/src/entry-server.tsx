import './server/polyfills'
import { renderToString } from 'react-dom/server'
import { App } from './app'
import { createQueryClient } from './lib/query'
import { type ShopBranding, setServerBranding } from './lib/shop-branding'
import { loadPage } from './load-page'
import { createServerRouter } from './router'

/** Returns the HTML of the root element for a path, without a login. */
async function renderPage(path: string, branding: ShopBranding): Promise<string> {
  setServerBranding(branding)
  const queryClient = createQueryClient()
  const router = createServerRouter(queryClient, path)
  await loadPage(router, queryClient)
  return withoutPreloads(renderToString(<App router={router} queryClient={queryClient} />))
}

/** Removes React's preload links of the first pictures, which would load before the app's code. */
const withoutPreloads = (html: string) => html.replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, '')

/** The last rendered page, or the error; the server reads it when the event loop is empty. */
const rendered: { html?: string; error?: string } = {}

Object.assign(globalThis, {
  rendered,
  startRendering(path: string, branding: string) {
    rendered.html = undefined
    rendered.error = undefined
    renderPage(path, JSON.parse(branding) as ShopBranding).then(
      (html) => {
        rendered.html = html
      },
      (reason: unknown) => {
        rendered.error = reason instanceof Error ? `${reason.message}\n${reason.stack}` : String(reason)
      },
    )
  },
})
