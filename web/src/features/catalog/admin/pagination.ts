/** The numbers of a pager: the first, the last and those around the one that is shown; 0 stands for a gap. */
export function pageNumbers(page: number, count: number): number[] {
  const shown = new Set([1, count, page - 1, page, page + 1].filter((n) => n >= 1 && n <= count))
  // A gap of one page would be as long as its number.
  if (shown.has(3)) shown.add(2)
  if (shown.has(count - 2)) shown.add(count - 1)
  const numbers = [...shown].sort((a, b) => a - b)
  return numbers.flatMap((n, index) => (n - (numbers[index - 1] ?? 0) > 1 ? [0, n] : [n]))
}

/** One page of a list: its rows, their places counted from 1, and how many pages there are. */
export function paginate<Row>(rows: readonly Row[], requestedPage: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(requestedPage, pages)
  const start = (page - 1) * size
  const shown = rows.slice(start, start + size)
  return { rows: shown, from: Math.min(start + 1, rows.length), to: start + shown.length, page, pages }
}

/** A page number out of an address; 1 has none. */
export function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 2 ? page : undefined
}
