import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { markChunkLoadErrors } from './lib/chunk-load-error'
import { createQueryClient } from './lib/query'
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

// Safari has no idle callback.
addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(() => fetchShoppersPages(router)))
