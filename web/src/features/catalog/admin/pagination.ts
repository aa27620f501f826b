/** Parses the search parameter `page`: 2 or higher; undefined for the first page and for invalid values. */
export function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 2 ? page : undefined
}
