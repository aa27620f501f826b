import { useQuery } from '@tanstack/react-query'
import { cartQuery, totalsOf } from '@/features/cart/api'
import { formatRupees } from '@/lib/money'
import { useOffline } from '@/lib/offline'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { containerClass } from '@/ui/page'
import { attemptOf, discardKeptOrder, type KeptOrder, keptLines, useKeptOrder } from '../kept-order'
import { orderFailure } from '../order-failure'
import { texts } from '../texts'
import styles from './kept-order-notice.module.css'
import { useCodOrder } from './use-cod-order'

/** The cash order that is kept on this phone: that it waits, and with a network whether to send it at today's prices. */
export function KeptOrderNotice() {
  const order = useKeptOrder()
  const loggedIn = useLoggedIn()
  const offline = useOffline() !== undefined
  if (!order || !loggedIn) return null
  return (
    <div className={containerClass}>
      {offline ? (
        <Alert tone="info" role="status" className={styles.notice}>
          {texts.keptOrder(shell.items(order.count), formatRupees(order.total))}
          <span className={styles.actions}>
            <Button size="small" variant="outline" onClick={discardKeptOrder}>
              {texts.discardKept}
            </Button>
          </span>
        </Alert>
      ) : (
        <SendKeptOrder order={order} />
      )}
    </div>
  )
}

function SendKeptOrder({ order }: { order: KeptOrder }) {
  const { data: cart, isFetching, isError } = useQuery({ ...cartQuery(true), refetchOnMount: 'always' })
  const sending = useCodOrder()
  const lines = keptLines(order, cart ?? [])
  const { count, total } = totalsOf(lines)
  // A cart without its lines: the first request came through, or they were bought or removed meanwhile.
  const gone = cart !== undefined && lines.length === 0
  const changed = !gone && (total !== order.total || count !== order.count)
  const send = () =>
    sending.mutate(attemptOf(order, cart ?? []), {
      onSuccess: discardKeptOrder,
      // What the shop refuses is told by the page of the refusal; without an answer it stays kept.
      onError: (error) => {
        if (orderFailure(error).final) discardKeptOrder()
      },
    })
  return (
    <Alert tone={changed ? 'warning' : 'info'} role="status" className={styles.notice}>
      {gone ? texts.keptGone : texts.sendKept(shell.items(count), formatRupees(total))}
      {changed && ` ${texts.keptBefore(shell.items(order.count), formatRupees(order.total))}`}
      <span className={styles.actions}>
        <Button size="small" disabled={!cart || isFetching || isError || sending.isPending} onClick={send}>
          {gone ? texts.checkKept : texts.sendKeptNow}
        </Button>
        <Button size="small" variant="outline" disabled={sending.isPending} onClick={discardKeptOrder}>
          {texts.discardKept}
        </Button>
      </span>
    </Alert>
  )
}
