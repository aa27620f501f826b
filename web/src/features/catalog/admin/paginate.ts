/** Returns one page of a list: its rows, the 1-based positions of the first and the last of them, and the number of pages. */
export function paginate<Row>(rows: readonly Row[], requestedPage: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(requestedPage, pages)
  const start = (page - 1) * size
  const shown = rows.slice(start, start + size)
  return { rows: shown, from: Math.min(start + 1, rows.length), to: start + shown.length, page, pages }
}
