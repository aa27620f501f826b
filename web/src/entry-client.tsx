import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { readLastRole } from './features/account/last-role'
import { markChunkLoadErrors } from './lib/chunk-load-error'
import { dropEarlyEvents, replayEarlyEvents } from './lib/early-events'
import { dropEmbeddedResponses, readEmbeddedResponses } from './lib/embedded-responses'
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
if (readLastRole() !== 'ADMIN' && readEmbeddedResponses()) void hydrate(root)
else {
  dropEarlyEvents()
  createRoot(root).render(app)
}

/** Makes the page that the server rendered work: nothing of it moves or is asked for again. */
async function hydrate(root: HTMLElement) {
  // By this the router renders the boundaries that the server's markup has.
  router.ssr = { manifest: undefined }
  await loadPage(router, queryClient)
  dropEmbeddedResponses()
  hydrateRoot(root, app)
  replayEarlyEvents()
}

onBackOnline(() => void queryClient.invalidateQueries())

// Safari has no idle callback.
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(async () => {
    await fetchShoppersPages(router)
    // After the code, so that the worker keeps it, too.
    if (import.meta.env.PROD) await registerWorker()
  }),
)
