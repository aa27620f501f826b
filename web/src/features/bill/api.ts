import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { billTexts } from './bill-texts'

/** Returns a bill or credit note by its number. An issued one never changes but for being canceled. */
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

/** Returns a number as it stands in an address. */
export function billPath(number: string): string {
  return number.replaceAll('/', '-')
}
