import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@/lib/dates'
import { texts as shell } from '@/lib/texts'
import { Dialog } from '@/ui/dialog'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import { paymentHistoryQuery } from './api'
import type { PaymentChange } from './payment'
import { texts } from './texts'

type Props = { orderId: string; number: string; open: boolean; onClose: () => void }

/** The payment history of an order, with its provider and the reference to look it up there. */
export default function PaymentHistoryDialog({ orderId, number, open, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...paymentHistoryQuery(orderId), enabled: open })
  return (
    <Dialog open={open} onClose={onClose} title={texts.historyOf(number)} className="dialog--form">
      {data ? (
        <>
          {data.provider && (
            <dl className="bill">
              <div>
                <dt>{texts.provider}</dt>
                <dd>{data.provider}</dd>
              </div>
              {data.reference && (
                <div>
                  <dt>{texts.reference}</dt>
                  <dd className="bill__text">{data.reference}</dd>
                </div>
              )}
            </dl>
          )}
          {data.changes.length === 0 && <p>{texts.noChanges}</p>}
          <ol className="history">
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
      <div className="dialog__f">
        <button type="button" className="btn btn--line" onClick={onClose}>
          {shell.close}
        </button>
      </div>
    </Dialog>
  )
}

function PaymentEvent({ change }: { change: PaymentChange }) {
  const { from, to, note, source, userName, eventId, createdAt } = change
  const actor = userName ? texts.by(userName, texts.sources[source]) : texts.sources[source]
  return (
    <li>
      <b>{from && from !== to ? texts.fromTo(statusLabel(from), statusLabel(to)) : statusLabel(to)}</b>
      {note && <span>{note}</span>}
      <span className="muted">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> · {actor}
      </span>
      {eventId && <span className="muted history__event">{texts.event(eventId)}</span>}
    </li>
  )
}

function statusLabel(status: string): string {
  return texts.statuses[status as keyof typeof texts.statuses] ?? status
}
