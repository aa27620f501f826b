import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { useDarkTheme } from '@/lib/theme'
import { Page } from '../page'
import { PageHeader } from '../page-header'
import { Switch } from '../switch'
import { ButtonStories } from './buttons'
import { DialogStories } from './dialogs'
import { FeedbackStories } from './feedback'
import { FieldStories } from './fields'
import { ListStories } from './lists'
import { SurfaceStories } from './surfaces'

/** Every component of the kit in its states: the development page /dev/ui. */
function KitPage() {
  const [dark, setDark] = useDarkTheme()
  return (
    <Page>
      <PageHeader title="The component kit">
        <Switch label="Dark" checked={dark} onChange={({ target }) => setDark(target.checked)} />
      </PageHeader>
      <ButtonStories />
      <FieldStories />
      <FeedbackStories />
      <DialogStories />
      <ListStories />
      <SurfaceStories />
    </Page>
  )
}

// The pager's links need a router; this one has a single page.
const rootRoute = createRootRoute({ component: KitPage })
const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router as never} />
  </StrictMode>,
)
