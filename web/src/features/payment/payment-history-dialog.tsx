import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@/lib/dates'
import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Detail, DetailList } from '@/ui/detail-list'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { paymentHistoryQuery } from './api'
import type { PaymentChange } from './payment'
import styles from './payment-history-dialog.module.css'
import { texts } from './texts'

type Props = { orderId: string; number: string; open: boolean; onClose: () => void }

/** The payment history of an order, with the provider and its reference. */
export default function PaymentHistoryDialog({ orderId, number, open, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...paymentHistoryQuery(orderId), enabled: open })
  return (
    <Dialog open={open} onClose={onClose} title={texts.historyOf(number)} form>
      {data ? (
        <>
          {data.provider && (
            <DetailList>
              <Detail label={texts.provider}>{data.provider}</Detail>
              {data.reference && (
                <Detail label={texts.reference} variant="wrapping">
                  {data.reference}
                </Detail>
              )}
            </DetailList>
          )}
          {data.changes.length === 0 && <p className={styles.empty}>{texts.noChanges}</p>}
          <ol className={styles.changes}>
            {data.changes.map((change) => (
              <PaymentEvent key={change._id} change={change} />
            ))}
          </ol>
        </>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={2} />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {sharedTexts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function PaymentEvent({ change }: { change: PaymentChange }) {
  const { from, to, note, source, userName, eventId, createdAt } = change
  const actor = userName ? texts.nameWithRole(userName, texts.sources[source]) : texts.sources[source]
  return (
    <li>
      <b>{from && from !== to ? texts.fromTo(statusLabel(from), statusLabel(to)) : statusLabel(to)}</b>
      {note && <span>{note}</span>}
      <span className={styles.origin}>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> · {actor}
      </span>
      {eventId && <span className={styles.origin}>{texts.event(eventId)}</span>}
    </li>
  )
}

function statusLabel(status: string): string {
  return texts.statuses[status as keyof typeof texts.statuses] ?? status
}
