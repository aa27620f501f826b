import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { panelClass } from '@/ui/panel'
import { webhooksQuery } from '../api'
import { webhookTexts } from '../texts'
import { WebhookItem } from './webhook-item'
import styles from './webhook-section.module.css'

const CreateDialog = lazyDialog(() => import('./create-dialog'))

/** The webhooks, and the dialog that adds one. */
export function WebhookSection() {
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery)
  const [adding, setAdding] = useState<boolean>()
  return (
    <section className={styles.section} aria-labelledby="webhooks-title">
      <div className={styles.head}>
        <h2 id="webhooks-title" className={styles.title}>
          {webhookTexts.webhooks}
        </h2>
        <Button variant="outline" icon={WebhookIcon} onClick={() => setAdding(true)}>
          {webhookTexts.add}
        </Button>
      </div>
      <p className={styles.about}>{webhookTexts.about}</p>
      {!webhooks && error && (
        <LoadingFailed reason={error} title={webhookTexts.failedToLoad} retry={refetch} />
      )}
      {!webhooks && !error && <LinesSkeleton count={1} />}
      {webhooks && webhooks.length > 0 && (
        <ul className={panelClass()} aria-label={webhookTexts.webhooks}>
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook._id} webhook={webhook} />
          ))}
        </ul>
      )}
      {adding !== undefined && <CreateDialog open={adding} onClose={() => setAdding(false)} />}
    </section>
  )
}
