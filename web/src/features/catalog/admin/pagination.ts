/** Returns the page number of a search parameter, 2 or higher; undefined for the first page. */
export function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 2 ? page : undefined
}
