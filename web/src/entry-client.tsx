// Modules shared by several pages, imported here to put them into the first file. Otherwise the build puts them into one
// page's file, which the other pages then fetch.
import './features/catalog/shop/breadcrumb'
import './ui/icon-button'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { focusNextSearchField } from './features/catalog/shop/search-bar'
import { markChunkLoadErrors } from './lib/chunk-load-error'
import { dropEarlyEvents, replayEarlyEvents } from './lib/hydration/early-events'
import { dropEmbeddedResponses, readEmbeddedResponses } from './lib/hydration/embedded-responses'
import { loadLateFonts } from './lib/hydration/late-fonts'
import { OnMount } from './lib/hydration/on-mount'
import { replacePlainPage } from './lib/hydration/plain-page'
import { followTypedFields } from './lib/hydration/typed-fields'
import { lastRole } from './lib/last-role'
import { onBackOnline } from './lib/offline'
import { createQueryClient } from './lib/query'
import { loadPage } from './load-page'
import { createAppRouter } from './router'

/** The maximum time in ms that a server-rendered skeleton stays while the page's loaders wait for the network. */
const MAX_SKELETON_MS = 1000

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

const content = readEmbeddedResponses(lastRole.read() === 'ADMIN')
if (content === 'none') {
  dropEarlyEvents()
  void render(root)
  // Load the fonts immediately: the app has rendered nothing yet.
  void loadLateFonts()
} else void takeOver(root, content)

/** Renders the page. A skeleton of the server stays until the loaders are done, at most MAX_SKELETON_MS. */
async function render(root: HTMLElement) {
  if (root.hasChildNodes())
    await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, MAX_SKELETON_MS))])
  createRoot(root).render(app)
}

/**
 * Hydrates a page that came with its data, or replaces a plain one, without a layout shift or a repeated request. Both are
 * transitions, which yield to events: on a slow phone they take longer than a tap may wait.
 */
async function takeOver(root: HTMLElement, content: 'rendered' | 'plain') {
  // Makes the router render the same Suspense boundaries as the server's markup.
  if (content === 'rendered') router.ssr = { manifest: undefined }
  await new Promise((resolve) => setTimeout(resolve)) // evaluating the code was a long task already
  await loadPage(router, queryClient)
  dropEmbeddedResponses()
  if (content === 'rendered') {
    const typeAgain = followTypedFields(root)
    startTransition(() => void hydrateRoot(root, <OnMount run={typeAgain}>{app}</OnMount>))
    replayEarlyEvents()
  } else {
    dropEarlyEvents()
    replacePlainPage(root, app, openSearch)
  }
}

function openSearch(query: string, focused: boolean) {
  if (focused) focusNextSearchField()
  void router.navigate({ to: '/search', search: { q: query } })
}

onBackOnline(() => void queryClient.invalidateQueries())

// Safari has no requestIdleCallback.
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(async () => {
    await loadLateFonts()
    // If this fails without a network, the next visit repeats it.
    const later = await import('./after-load').catch(() => undefined)
    await later?.afterLoad(router)
  }),
)
