/** The search parameters of the books. */
export type BooksSearch = {
  /** YYYY-MM; for a quarter its first month. The current month by default. */
  month?: string
  quarter?: true
  /** Filters of the bills: a box of a return, a rate or an HSN. */
  box?: string
  rate?: string
  hsn?: string
  page?: number
}

/** Parses the search parameters; invalid ones are omitted. */
export function booksSearch({ month, quarter, box, rate, hsn, page }: Record<string, unknown>): BooksSearch {
  const number = Math.floor(Number(page))
  return {
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(month)) ? String(month) : undefined,
    quarter: quarter ? true : undefined,
    box: box ? String(box) : undefined,
    rate: rate === undefined ? undefined : String(rate),
    hsn: hsn ? String(hsn) : undefined,
    page: number > 1 ? number : undefined,
  }
}
