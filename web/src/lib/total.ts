import { formatCount } from './count'

/** The server stops counting the rows of a long list here (docs/operating.md, "A large shop"). */
const COUNTED_ROWS = 10_000

/** Formats the total of a list with Indian grouping; "10,000+" if the server stopped counting. */
export const formatTotal = (total: number): string =>
  total < COUNTED_ROWS ? formatCount(total) : `${formatCount(total)}+`
