import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@/lib/dates'
import { texts as shell } from '@/lib/texts'
import { Dialog } from '@/ui/dialog'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import type { OrderRow } from '../api'
import { type Change, paymentHistoryQuery } from '../payment'
import { texts } from '../texts'

type Props = { order: OrderRow; open: boolean; onClose: () => void }

/** Every change of an order's payment, and where to look for it at the provider. */
export default function PaymentDialog({ order: { _id, orderId: number }, open, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...paymentHistoryQuery(_id), enabled: open })
  return (
    <Dialog open={open} onClose={onClose} title={texts.paymentHistoryOf(number)} className="dialog--form">
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
              <Happened key={change._id} change={change} />
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

function Happened({ change }: { change: Change }) {
  const { from, to, note, source, userName, eventId, createdAt } = change
  const who = userName ? texts.by(userName, texts.sources[source]) : texts.sources[source]
  return (
    <li>
      <b>{from && from !== to ? texts.fromTo(named(from), named(to)) : named(to)}</b>
      {note && <span>{note}</span>}
      <span className="muted">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> · {who}
      </span>
      {eventId && <span className="muted history__event">{texts.event(eventId)}</span>}
    </li>
  )
}

function named(status: string): string {
  return texts.payments[status as keyof typeof texts.payments] ?? status
}
