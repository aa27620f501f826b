import { CircleX, Info } from 'lucide-react'
import { formatHour, formatShopDay } from '@/lib/dates'
import { useConnection } from '@/lib/event-stream'
import { formatRupees } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { VisuallyHidden } from '@/ui/visually-hidden'
import styles from './order-progress.module.css'
import { isCanceled, isOpen, type OwnOrder, useOrderRefetch } from './own-orders'
import { packingChanges } from './packing-changes'
import { StagePath } from './stage-path'
import { statusTexts } from './status-texts'

/** An order's stage, its promised time, and changes made while packing. */
export function OrderProgress({ order }: { order: OwnOrder }) {
  const { stage, promisedAt, reason } = order
  if (isCanceled(order))
    return (
      <Alert tone="danger" icon={CircleX} className={styles.canceled}>
        {reason ? statusTexts.canceledBy(reason) : statusTexts.canceled}
      </Alert>
    )
  return (
    <>
      {isOpen(order) && (
        <div className={styles.progress}>
          <p>
            <span role="status">
              <b>{statusTexts.headline[stage]}</b>{' '}
              {promisedAt && <span className={styles.promise}>{promise(new Date(promisedAt))}</span>}
            </span>
            <Live />
          </p>
          <StagePath order={order} />
        </div>
      )}
      <PackingAlert order={order} />
    </>
  )
}

/** Indicates live updates, and refetches the order on changes while it is mounted. */
function Live() {
  useOrderRefetch()
  if (useConnection().state !== 'open') return null
  return (
    <span className={styles.live}>
      <span aria-hidden>{statusTexts.live}</span>
      <VisuallyHidden>{statusTexts.liveSpoken}</VisuallyHidden>
    </span>
  )
}

function promise(at: Date): string {
  return statusTexts.promised(formatHour(at), formatShopDay(at, new Date()))
}

/** Names every short and replaced line, with the sum saved by all of them. */
function PackingAlert({ order: { rows: lines, payment_status: status, refundDue } }: { order: OwnOrder }) {
  const changes = packingChanges(lines)
  if (changes.length === 0) return null
  const saves = formatRupees(changes.reduce((sum, change) => sum + change.saves, 0))
  const isRefund = refundDue > 0 || status === 'REFUNDED'
  return (
    <Alert tone="warning" icon={Info} className={styles.changes}>
      <b>{statusTexts.changes(changes.length)}</b>{' '}
      {changes.map((change) => statusTexts.change(change)).join(' ')}{' '}
      {changes.some((change) => change.saves > 0) &&
        (isRefund ? statusTexts.givenBack(saves) : statusTexts.payLess(saves))}
    </Alert>
  )
}
