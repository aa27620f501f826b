import type { QueryClient } from '@tanstack/react-query'
import { allOrdersKey, type Line } from '../api'
import { ordersKey } from './orders-api'

type CachedPage = { rows: Line[] }

/** Replaces a line in every cached page by the server's new version, then refetches the lists and the desk. */
export function patchLineInCache(queryClient: QueryClient, changed: Line): Promise<void> {
  queryClient.setQueriesData<CachedPage>(
    { queryKey: allOrdersKey },
    (page) => page && replaceLine(page, changed),
  )
  void queryClient.invalidateQueries({ queryKey: ordersKey })
  return queryClient.invalidateQueries({ queryKey: allOrdersKey })
}

/** Replaces the whole line, so that fields missing from the new version, such as a flag, are removed. */
function replaceLine<Page extends CachedPage>(page: Page, changed: Line): Page {
  return { ...page, rows: page.rows.map((line) => (line._id === changed._id ? changed : line)) }
}
