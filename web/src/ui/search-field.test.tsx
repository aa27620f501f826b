import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field'

afterEach(cleanup)

/** Returns a page whose list waits for `loaded` before the query appears in the URL. */
function openPage(loaded: () => Promise<void>, deferred = false) {
  const root = createRootRoute()
  const list = createRoute({
    getParentRoute: () => root,
    path: '/list',
    validateSearch: ({ q }): { q?: string } => ({ q: typeof q === 'string' ? q : undefined }),
    loaderDeps: ({ search: { q } }) => ({ q }),
    loader: ({ deps: { q } }) => (q ? loaded() : undefined),
    component: function List() {
      const { q = '' } = list.useSearch()
      const navigate = useNavigate()
      const search = (query: string) =>
        void navigate({ to: '/list', search: { q: query || undefined } } as never)
      return <SearchField label="Find" query={q} onSearch={search} deferred={deferred} />
    },
  })
  const history = createMemoryHistory({ initialEntries: ['/list'] })
  const router = createRouter({ routeTree: root.addChildren([list]), history, defaultPendingMs: 10_000 })
  // The type of the app's router has other routes.
  render(<RouterProvider router={router as never} />)
  return router
}

test('typed text with its trailing space stays while its query loads and afterwards', async () => {
  let load = () => {}
  openPage(() => new Promise((resolve) => (load = resolve)))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find' }), 'dal ')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('dal ')
  await act(async () => load())
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('dal ')
})

test('a link that clears the search while a query loads clears the field', async () => {
  const router = openPage(() => new Promise(() => {}))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find' }), 'dal')
  await act(() => router.navigate({ to: '/list', search: {} } as never))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(''))
})

test('with defer, the field is painted before the search runs; input within one frame runs one search, and blur runs it at once', async () => {
  const router = openPage(() => Promise.resolve(), true)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' })
  const navigate = vi.spyOn(router, 'navigate')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'da' } })
  fireEvent.change(field, { target: { value: 'dal' } })
  expect(field.value).toBe('dal')
  expect(navigate).not.toHaveBeenCalled()
  await waitFor(() => expect(navigate).toHaveBeenCalledOnce())
  expect(router.latestLocation.search).toEqual({ q: 'dal' })
  fireEvent.change(field, { target: { value: 'dal m' } })
  fireEvent.blur(field)
  expect(navigate).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(field.value).toBe('dal m'))
})
