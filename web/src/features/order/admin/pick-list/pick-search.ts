/** The server's maximum number of orders per pick list. */
const MAX_BASKETS = 100

export type PickSearch = { ids?: string }

/** Parses the search parameters: order ids, separated by commas. */
export function parsePickSearch({ ids }: Record<string, unknown>): PickSearch {
  const known = String(ids ?? '')
    .split(',')
    .filter((id) => /^[0-9a-z]{12,40}$/.test(id))
  return { ids: known.length > 0 ? [...new Set(known)].slice(0, MAX_BASKETS).join(',') : undefined }
}
