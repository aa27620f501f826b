import type { QueryClient } from '@tanstack/react-query'

/** Marks every catalogue query stale; those on screen are fetched again. */
export const invalidateCatalog = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['catalog'] })
