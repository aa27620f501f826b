// Modules that several pages use go into the first file. Otherwise the build puts them into one page's file, which the others then fetch.
import './features/catalog/shop/breadcrumb'
import './ui/icon-button'
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { markChunkLoadErrors } from './lib/chunk-load-error'
import { dropEarlyEvents, replayEarlyEvents } from './lib/early-events'
import { dropEmbeddedResponses, readEmbeddedResponses } from './lib/embedded-responses'
import { lastRole } from './lib/last-role'
import { loadLateFonts } from './lib/late-fonts'
import { onBackOnline } from './lib/offline'
import { createQueryClient } from './lib/query'
import { followTypedFields } from './lib/typed-fields'
import { loadPage } from './load-page'
import { createAppRouter } from './router'

/** How long a skeleton of the server's stays at most, while the page's loaders wait for the network. */
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
  // Nothing of the page is there before the code.
  void loadLateFonts()
} else void takeOver(root, content)

/** Renders the page, in the place of the server's skeleton, if there is one, which is not to give way to an empty page. */
async function render(root: HTMLElement) {
  if (root.hasChildNodes())
    await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, MAX_SKELETON_MS))])
  createRoot(root).render(app)
}

/**
 * Puts the app in the place of a page that came with its data: nothing of it moves or is asked for again. It is rendered
 * as a transition, in slices between which the page responds: on a slow phone all of it takes longer than a tap may wait.
 */
async function takeOver(root: HTMLElement, content: 'rendered' | 'plain') {
  // By this the router renders the boundaries that the server's markup has.
  if (content === 'rendered') router.ssr = { manifest: undefined }
  await new Promise((resolve) => setTimeout(resolve)) // the code's evaluation was a long task already
  await loadPage(router, queryClient)
  dropEmbeddedResponses()
  if (content === 'rendered') {
    const typeAgain = followTypedFields(root)
    startTransition(() => void hydrateRoot(root, <OnMount run={typeAgain}>{app}</OnMount>))
    replayEarlyEvents()
  } else {
    dropEarlyEvents()
    const field = root.querySelector<HTMLInputElement>('input[name="q"]')
    const search = () => searchFor(field)
    startTransition(() =>
      createRoot(root).render(
        <>
          {app}
          <OnMount run={search} />
        </>,
      ),
    )
  }
}

/** Calls back once it is in the page, before a press that waits for that is done. */
function OnMount({ run, children }: { run: () => void; children?: ReactNode }) {
  useLayoutEffect(run, [run])
  return children
}

/** Searches for what was typed into the field of a page before the app took its place. */
function searchFor(field: HTMLInputElement | null) {
  const typed = field?.value.trim() ?? ''
  if (field && typed !== field.defaultValue)
    void router.navigate({ to: '/search', search: { q: typed }, replace: true })
}

onBackOnline(() => void queryClient.invalidateQueries())

// Safari has no idle callback.
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(async () => {
    await loadLateFonts()
    // Without a network it waits for the next visit.
    const later = await import('./after-load').catch(() => undefined)
    await later?.afterLoad(router)
  }),
)
