import type { QueryClient } from '@tanstack/react-query'

/** Marks all catalog queries as stale and refetches those on screen. */
export const invalidateCatalog = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['catalog'] })
