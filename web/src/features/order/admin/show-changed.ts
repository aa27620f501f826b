import type { QueryClient } from '@tanstack/react-query'
import { allOrdersKey, type OrderRow } from '../api'

type Shown = { rows: OrderRow[] }

/** Shows an order as the server now has it, at once, and asks for the lists anew. */
export function showChanged(queryClient: QueryClient, changed: OrderRow): Promise<void> {
  queryClient.setQueriesData<Shown>({ queryKey: allOrdersKey }, (shown) => shown && apply(shown, changed))
  return queryClient.invalidateQueries({ queryKey: allOrdersKey })
}

/** What is not said of an order any more, such as a flag, goes. */
function apply<List extends Shown>(shown: List, changed: OrderRow): List {
  return { ...shown, rows: shown.rows.map((row) => (row._id === changed._id ? changed : row)) }
}
