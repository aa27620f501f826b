import { type Paper, paperOf } from '@/lib/paper'

/** The printouts of orders: a packing slip for the bag, a bill for the shopper, a list of stops for the rider. */
export const KINDS = ['slip', 'bill', 'riders'] as const
export type Kind = (typeof KINDS)[number]

export const DEFAULT_PAPER: Record<Kind, Paper> = { slip: '80', bill: 'a4', riders: 'a4' }

/** The search parameters of the print page. */
export type PrintSearch = {
  /** The orders' ids, separated by commas, in printing order. */
  ids: string
  kind: Kind
  /** Defaults to the paper last used on this device for this kind. */
  paper?: Paper
  /** Whether a packing slip shows prices. Defaults to the last choice on this device. */
  prices?: 'shown' | 'hidden'
}

const MAX_ORDERS = 100

/** Parses the search parameters; an unknown kind becomes a packing slip. */
export function printSearch({ ids, kind, paper, prices }: Record<string, unknown>): PrintSearch {
  const named = String(ids ?? '')
    .split(',')
    .filter((id) => /^[\da-z]{12,40}$/.test(id))
  return {
    ids: [...new Set(named)].slice(0, MAX_ORDERS).join(','),
    kind: KINDS.find((known) => known === kind) ?? 'slip',
    paper: paperOf(paper),
    prices: (['shown', 'hidden'] as const).find((known) => known === prices),
  }
}
