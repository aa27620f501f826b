import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { billTexts } from './bill-texts'

/** Returns the query of a bill or credit note by its number. Issued documents never change, except by cancellation. */
export function billQuery(number: string) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'bills', number],
    queryFn: ({ signal }) =>
      unwrapEnvelope(
        client.GET('/api/bills/{number}', { params: { path: { number: billPath(number) } }, signal }),
      ),
    meta: { failure: { fallback: billTexts.failedToLoad } },
  })
}

/** Returns a bill's number as a URL path. */
export function billPath(number: string): string {
  return number.replaceAll('/', '-')
}
