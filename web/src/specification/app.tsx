import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import toast from 'react-hot-toast/headless'
import { vi } from 'vitest'
import { clearSession } from '@/lib/change-session'
import { lastRole } from '@/lib/last-role'
import { createQueryClient } from '@/lib/query'
import { saveTokens } from '@/lib/session'
import { createAppRouter } from '@/router'
import { administrator, type MockResponses, type MockServer, mockServer, okResponse } from './mock-server'

export type AppOptions = {
  /** The role of the logged-in user; no login by default. */
  as?: 'shopper' | 'administrator'
  responses?: MockResponses
  /** The role that the browser stored in an earlier session. */
  role?: string
  /** Further entries of local storage. */
  stored?: Record<string, string>
}

export type OpenedApp = MockServer & {
  /** Returns the current URL with its search parameters. */
  address: () => string
  /** Goes back in the history, as the browser's button does. */
  back: () => void
}

/** Creates the web app at a URL with a mock server, ready to render. Call `leave` after unmounting it. */
export function prepareApp(
  path: string,
  { as, responses = {}, role, stored = {} }: AppOptions = {},
): OpenedApp & { app: ReactElement; leave: () => void } {
  clearSession()
  if (as) saveTokens({ accessToken: 'access', refreshToken: 'refresh' })
  if (role) lastRole.write(role)
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  const userResponse: MockResponses =
    as === 'administrator' ? { 'GET /api/user/user-details': okResponse(administrator) } : {}
  const shop = mockServer({ ...userResponse, ...responses })
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  return {
    ...shop,
    address: () => router.state.location.href,
    back: () => router.history.back(),
    app: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
    leave: () => {
      queryClient.clear()
      document.body.replaceChildren()
      toast.remove()
      vi.unstubAllGlobals()
    },
  }
}
