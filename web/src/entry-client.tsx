import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { readLastRole } from './features/account/last-role'
import { markChunkLoadErrors } from './lib/chunk-load-error'
import { dropEarlyEvents, replayEarlyEvents } from './lib/early-events'
import { dropEmbeddedResponses, readEmbeddedResponses } from './lib/embedded-responses'
import { loadLateFonts } from './lib/late-fonts'
import { onBackOnline } from './lib/offline'
import { createQueryClient } from './lib/query'
import { registerWorker } from './lib/service-worker'
import { loadPage } from './load-page'
import { fetchShoppersPages } from './prefetch'
import { createAppRouter } from './router'
import './styles/fonts.css'

markChunkLoadErrors()
const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
const app = (
  <StrictMode>
    <App router={router} queryClient={queryClient} />
  </StrictMode>
)

// An administrator sees unpublished products, which the server renders for nobody.
const content = readLastRole() === 'ADMIN' ? 'none' : readEmbeddedResponses()
if (content === 'none') {
  dropEarlyEvents()
  createRoot(root).render(app)
  // Nothing of the page is there before the code.
  void loadLateFonts()
} else void takeOver(root, content)

/** Puts the app in the place of a page that came with its data: nothing of it moves or is asked for again. */
async function takeOver(root: HTMLElement, content: 'rendered' | 'plain') {
  // By this the router renders the boundaries that the server's markup has.
  if (content === 'rendered') router.ssr = { manifest: undefined }
  await loadPage(router, queryClient)
  dropEmbeddedResponses()
  if (content === 'rendered') {
    hydrateRoot(root, app)
    replayEarlyEvents()
  } else {
    dropEarlyEvents()
    const typed = root.querySelector<HTMLInputElement>('input[name="q"]')
    createRoot(root).render(app)
    if (typed && typed.value.trim() !== typed.defaultValue)
      void router.navigate({ to: '/search', search: { q: typed.value.trim() }, replace: true })
  }
}

onBackOnline(() => void queryClient.invalidateQueries())

// Safari has no idle callback.
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(async () => {
    await loadLateFonts()
    await fetchShoppersPages(router)
    // After the code, so that the worker keeps it, too.
    if (import.meta.env.PROD) await registerWorker()
  }),
)
