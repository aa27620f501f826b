import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { textStyles } from '@/ui/text-styles'
import { removeWebhook, setActive, testWebhook, type Webhook, webhooksQuery } from '../api'
import { webhookTexts } from '../texts'
import styles from './webhook-item.module.css'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))
const DeliveriesDialog = lazyDialog(() => import('./deliveries-dialog'))

/** A webhook: its state, a test, its deliveries, and switches to disable or remove it. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { _id, url, active } = webhook
  const host = new URL(url).host
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  const [removing, setRemoving] = useState<boolean>()
  const [looking, setLooking] = useState<boolean>()
  const test = useMutation({
    mutationFn: () => testWebhook(_id),
    onSuccess: ({ delivered, failure }) => {
      if (delivered) notify.success(webhookTexts.testDelivered(host))
      else notify.error(webhookTexts.testRefused(host, failure))
    },
    onError: (reason) => toastError(reason, { fallback: webhookTexts.testFailed }),
  })
  const switching = useMutation({
    mutationFn: () => setActive(_id, !active),
    onSuccess: refresh,
    onError: (reason) => toastError(reason, { fallback: webhookTexts.switchFailed }),
  })
  const removal = useMutation({
    mutationFn: () => removeWebhook(_id),
    onSuccess: () => {
      notify.success(webhookTexts.removed)
      return refresh()
    },
    onError: (reason) => toastError(reason, { fallback: webhookTexts.removeFailed }),
    onSettled: () => setRemoving(false),
  })
  return (
    <li className={styles.webhook}>
      <span className={styles.what}>
        <b>{url}</b>
        <span className={textStyles.caption}>{detailsOf(webhook)}</span>
      </span>
      <Badge tone={active ? 'success' : 'danger'} className={styles.state}>
        {active ? webhookTexts.works : webhookTexts.off}
      </Badge>
      <span className={styles.actions}>
        <Button
          variant="outline"
          aria-label={webhookTexts.testOf(host)}
          pending={test.isPending}
          onClick={() => test.mutate()}
        >
          {webhookTexts.test}
        </Button>
        <Button
          variant="outline"
          aria-label={webhookTexts.deliveriesOf(host)}
          onClick={() => setLooking(true)}
        >
          {webhookTexts.deliveries}
        </Button>
        <Button variant="outline" pending={switching.isPending} onClick={() => switching.mutate()}>
          {active ? webhookTexts.switchOff : webhookTexts.switchOn}
        </Button>
      </span>
      <IconButton
        label={webhookTexts.remove(host)}
        icon={Trash2}
        variant="danger"
        onClick={() => setRemoving(true)}
        className={styles.remove}
      />
      {looking !== undefined && (
        <DeliveriesDialog open={looking} webhook={webhook} host={host} onClose={() => setLooking(false)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          open={removing}
          title={webhookTexts.remove(host)}
          question={webhookTexts.removeQuestion}
          answers={webhookTexts.removeAnswers}
          busy={removal.isPending}
          onCancel={() => setRemoving(false)}
          onConfirm={() => removal.mutate()}
        />
      )}
    </li>
  )
}

function detailsOf({ events, failingSince, reason, waiting }: Webhook): string {
  return [
    events.join(', '),
    failingSince && webhookTexts.failing(formatDateTime(failingSince)),
    reason,
    waiting > 0 && webhookTexts.waiting(waiting),
  ]
    .filter(Boolean)
    .join(' · ')
}
