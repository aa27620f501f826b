import { formatCount } from './count'

/** How far the server counts the rows of a long list (docs/operating.md, "A large shop"). */
const COUNTED_ROWS = 10_000

/** Returns the total of a list with Indian grouping, and a plus where the server stopped counting: 10,000+. */
export const formatTotal = (total: number): string =>
  total < COUNTED_ROWS ? formatCount(total) : `${formatCount(total)}+`
