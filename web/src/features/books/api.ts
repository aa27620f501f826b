import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components, paths } from '@/schema'
import type { BooksSearch } from './books-search'
import { booksTexts } from './books-texts'
import type { Period } from './period'

/** The figures of a period; amounts in rupees. */
export type Books = components['schemas']['Books']
export type BooksBox = components['schemas']['BooksBox']
export type BooksAmounts = components['schemas']['BooksAmounts']
export type BooksEntry = components['schemas']['BooksEntry']

type SalesQuery = NonNullable<paths['/api/books/sales']['get']['parameters']['query']>

export const booksKey = [USER_SCOPE, 'books']

const PAGE_SIZE = 50

/** Returns the query of the figures of a period. */
export function booksQuery({ from, to }: Period) {
  return queryOptions({
    queryKey: [...booksKey, 'figures', { from, to }],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/books', { params: { query: { from, to } }, signal })),
    meta: { failure: { fallback: booksTexts.failedToLoad } },
  })
}

/** Returns the query of the bills and credit notes behind a figure of a period. */
export function entriesQuery({ from, to }: Period, { box, rate, hsn, page = 1 }: BooksSearch) {
  return queryOptions({
    queryKey: [...booksKey, 'entries', { from, to, box, rate, hsn, page }],
    queryFn: async ({ signal }) => {
      const query = {
        from,
        to,
        box: box as SalesQuery['box'],
        rate,
        hsn,
        page: String(page),
        limit: String(PAGE_SIZE),
      }
      const response = client.GET('/api/books/sales', { params: { query }, signal })
      const envelope = (await readEnvelope(response)) as components['schemas']['BooksEntryPage'] // the other response format is CSV
      const { data: entries, totalCount: total = 0, totalNoPage: pages = 1 } = envelope
      return { entries, total, pages }
    },
    placeholderData: keepPreviousData,
    meta: { failure: { fallback: booksTexts.failedToLoad } },
  })
}

/** Closes a month; this cannot be undone. */
export const closeMonth = (month: string) =>
  unwrapEnvelope(client.PUT('/api/books/close', { body: { month } }))
