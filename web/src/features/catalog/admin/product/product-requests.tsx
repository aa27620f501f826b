import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { formatCount } from '@/lib/count'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { textStyles } from '@/ui/text-styles'
import styles from './bulk-recent.module.css'
import { requestTexts as texts } from './request-texts'

const requestsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'product-requests'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/product-requests', { signal })),
  // The product list on the same page already shows loading errors.
  meta: { silent: true },
})

/** Products that shoppers ask for and the shop lacks, most requested first. */
export function ProductRequests() {
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(requestsQuery)
  const remove = useMutation({
    mutationFn: (id: string) =>
      unwrapEnvelope(client.DELETE('/api/product-requests/{id}', { params: { path: { id } } })),
    onError: (reason) => toastError(reason, { fallback: texts.failedToRemove }),
    onSettled: () => queryClient.invalidateQueries(requestsQuery),
  })
  if (data.length === 0) return null
  return (
    <details className={styles.recent}>
      <summary>
        {texts.title} ({formatCount(data.length)})
      </summary>
      <ul>
        {data.map(({ _id, text, times, lastAt }) => (
          <li key={_id}>
            <span>
              {text}
              <br />
              <span className={textStyles.caption}>
                {texts.times(times)}, {formatDateTime(lastAt)}
              </span>
            </span>
            <Button
              variant="outline"
              size="small"
              icon={X}
              aria-label={texts.removeNamed(text)}
              pending={remove.isPending}
              onClick={() => remove.mutate(_id)}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
