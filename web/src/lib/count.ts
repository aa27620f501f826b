/** Returns a whole number with Indian grouping: 1,00,000. */
export function formatCount(count: number): string {
  // Written out rather than taken from Intl, so that a server without locale data renders the same text.
  return String(count).replace(/\B(?=(\d{2})*\d{3}$)/g, ',')
}

/** How far the server counts the rows of a long list (docs/operating.md, "A large shop"). */
const COUNTED_ROWS = 10_000

/** Returns the total of a list with Indian grouping, and a plus where the server stopped counting: 10,000+. */
export const formatTotal = (total: number): string =>
  total < COUNTED_ROWS ? formatCount(total) : `${formatCount(total)}+`
