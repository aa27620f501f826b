import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api'
import { type ErrorMessages, errorMessage, toastError } from './errors'
import { notify } from './notify'
import { texts } from './texts'
import type { MutationMeta } from './use-mutation'

declare module '@tanstack/react-query' {
  interface Register {
    /** The texts of the toast when this query fails, besides the page's own error state. `silent`: no toast. */
    queryMeta: { failure?: ErrorMessages; silent?: true }
    mutationMeta: MutationMeta
  }
}

const MINUTE_MS = 60_000

/** Creates the query client: the cache of all server responses. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (reason, { meta }) => {
        if (meta?.silent) return
        if (meta?.failure) toastError(reason, meta.failure)
        else if (reason instanceof ApiError && isPassing(reason.status))
          // A page's queries fail together when the server is unreachable: the shared id merges their toasts.
          notify.error(texts.serverUnreachable, { id: 'server-unreachable' })
        else if (reason instanceof ApiError && reason.status >= 500)
          notify.error(errorMessage(reason, texts.unexpected), { id: 'load-failed' })
      },
    }),
    mutationCache: new MutationCache({
      onError: (reason, _variables, _result, { meta }) => {
        if (meta && 'failure' in meta) toastError(reason, meta.failure)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: MINUTE_MS / 2,
        gcTime: 30 * MINUTE_MS,
        networkMode: 'always',
        retry: (failures, reason) => reason instanceof ApiError && isPassing(reason.status) && failures < 2,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isPassing(status: number): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504
}
