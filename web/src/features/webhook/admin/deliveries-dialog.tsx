import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Dialog } from '@/ui/dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { pendingButton } from '@/ui/pending-button'
import { textLinkClass } from '@/ui/text-link'
import { deliveriesQuery, sendAgain, type Webhook } from '../api'
import { webhookTexts } from '../texts'
import styles from './deliveries-dialog.module.css'

type Props = { open: boolean; webhook: Webhook; host: string; onClose: () => void }

/** The latest deliveries of a webhook; each can be sent again. */
export default function DeliveriesDialog({ open, webhook, host, onClose }: Props) {
  const query = deliveriesQuery(webhook._id)
  const { data: deliveries, error, refetch } = useQuery({ ...query, enabled: open })
  const queryClient = useQueryClient()
  const resending = useMutation({
    mutationFn: (delivery: string) => sendAgain(webhook._id, delivery),
    onSuccess: () => {
      notify.success(webhookTexts.sentAgain)
      return queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
    onError: (reason) => toastError(reason, { fallback: webhookTexts.againFailed }),
  })
  return (
    <Dialog open={open} onClose={onClose} title={webhookTexts.deliveriesOf(host)} form>
      {!deliveries && error && (
        <LoadingFailed reason={error} title={webhookTexts.failedToLoad} retry={refetch} />
      )}
      {!deliveries && !error && <LinesSkeleton count={3} />}
      {deliveries?.length === 0 && <p>{webhookTexts.noDeliveries}</p>}
      <ul className={styles.list}>
        {deliveries?.map((delivery) => (
          <li key={delivery._id}>
            <span>
              <b>{delivery.event}</b>
              <span className={styles.details}>
                {[
                  formatDateTime(delivery.at),
                  delivery.deliveredAt
                    ? webhookTexts.delivered(formatDateTime(delivery.deliveredAt))
                    : webhookTexts.nextAttempt(formatDateTime(delivery.dueAt)),
                  delivery.failure,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <button
              type="button"
              className={textLinkClass}
              aria-label={webhookTexts.againOf(delivery.event)}
              {...pendingButton({
                pending: resending.isPending,
                onClick: () => resending.mutate(delivery._id),
              })}
            >
              {webhookTexts.again}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
