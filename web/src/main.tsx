import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { markChunkLoadErrors } from './lib/chunk-load-error'
import { onBackOnline } from './lib/offline'
import { createQueryClient } from './lib/query'
import { registerWorker } from './lib/service-worker'
import { fetchShoppersPages } from './prefetch'
import { createAppRouter } from './router'
import './styles/fonts.css'

markChunkLoadErrors()
const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

onBackOnline(() => void queryClient.invalidateQueries())

// Safari has no idle callback.
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(async () => {
    await fetchShoppersPages(router)
    // After the code, so that the worker keeps it, too.
    if (import.meta.env.PROD) await registerWorker()
  }),
)
