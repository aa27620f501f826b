import type { QueryClient } from '@tanstack/react-query'
import { allOrdersKey, type OrderRow } from '../api'
import { checkoutsKey } from './checkouts-api'

type CachedPage = { rows: OrderRow[] }

/** Replaces an order in every cached page with the server's new version, then refetches the lists and the desk. */
export function patchOrderInCache(queryClient: QueryClient, changed: OrderRow): Promise<void> {
  queryClient.setQueriesData<CachedPage>(
    { queryKey: allOrdersKey },
    (page) => page && replaceRow(page, changed),
  )
  void queryClient.invalidateQueries({ queryKey: checkoutsKey })
  return queryClient.invalidateQueries({ queryKey: allOrdersKey })
}

/** Replaces the whole row, so that fields which the new version lacks, such as a flag, go. */
function replaceRow<Page extends CachedPage>(page: Page, changed: OrderRow): Page {
  return { ...page, rows: page.rows.map((row) => (row._id === changed._id ? changed : row)) }
}
