import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { type Order, ordersKey } from '../orders-api'
import { type PickSearch, parsePickSearch } from './pick-search'

export type PickList = components['schemas']['PickList']
export type PickLine = components['schemas']['PickLine']
type PickSplit = components['schemas']['PickSplit']

/** Returns the search parameters of a pick list of the selected orders; of the current one if none is selected. */
export function pickListOf(chosen: Order[], current: Order | undefined): PickSearch {
  const orders = chosen.length > 0 ? chosen : current ? [current] : []
  return parsePickSearch({ ids: orders.map(({ _id }) => _id).join(',') })
}

/** Returns the query of the pick list of several orders. */
export function pickListQuery(ids: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'pickList', ids],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/order/picklist', { params: { query: { ids } }, signal })),
    refetchInterval: 30_000,
    meta: { silent: true },
  })
}

export type IsPicked = (split: PickSplit) => boolean

/**
 * Counts the items of the pick list, and those already in the baskets. Goods sold by weight count as one item per
 * basket.
 */
export function pickProgress({ shelves }: PickList, isPicked: IsPicked): { picked: number; total: number } {
  const lines = shelves.flatMap((shelf) => shelf.lines)
  const items = (counts: IsPicked) =>
    lines
      .flatMap(({ stepGrams, split }) =>
        split.filter(counts).map(({ quantity }) => (stepGrams ? 1 : quantity)),
      )
      .reduce((sum, count) => sum + count, 0)
  return { picked: items(isPicked), total: items(() => true) }
}

/** Reports whether a product's pieces are in all its baskets, in some, or in none. */
export function lineState({ split }: PickLine, isPicked: IsPicked): 'all' | 'some' | 'none' {
  const picked = split.filter(isPicked).length
  if (picked === 0) return 'none'
  return picked === split.length ? 'all' : 'some'
}

type OrderTicks = { basket: PickList['baskets'][number]; rows: { _id: string; picked: boolean }[] }

/** Returns the ticks for a product of the pick list, by order. */
export function ticksOf({ baskets }: PickList, { split }: PickLine, picked: boolean): OrderTicks[] {
  return baskets.flatMap((basket) => {
    const rows = split
      .filter((part) => part.letter === basket.letter)
      .map(({ row }) => ({ _id: row, picked }))
    return rows.length > 0 ? [{ basket, rows }] : []
  })
}
