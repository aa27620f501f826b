/** Returns the page numbers of a pager: first, last and those around the current one; 0 stands for a gap. */
export function pageNumbers(page: number, count: number): number[] {
  const shown = new Set([1, count, page - 1, page, page + 1].filter((n) => n >= 1 && n <= count))
  // A gap of one page takes as much room as its number: show the number.
  if (shown.has(3)) shown.add(2)
  if (shown.has(count - 2)) shown.add(count - 1)
  const numbers = [...shown].sort((a, b) => a - b)
  return numbers.flatMap((n, index) => (n - (numbers[index - 1] ?? 0) > 1 ? [0, n] : [n]))
}
