import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cartQuery, totalsOf } from '@/features/cart/api'
import { formatRupees } from '@/lib/money'
import { useOffline } from '@/lib/offline'
import { useStored } from '@/lib/stored-value'
import { texts as sharedTexts } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { containerClass } from '@/ui/page'
import { attemptOf, keptLines } from '../kept-order'
import { type KeptOrder, keptOrder } from '../kept-order-storage'
import { orderFailure } from '../order-failure'
import { texts } from '../texts'
import styles from './kept-order-notice.module.css'
import { useCodOrder } from './use-cod-order'

/** The notice of a cash order kept on this device. Offline it says that the order waits; online it asks whether to send it at today's prices. */
export function KeptOrderNotice() {
  const order = useStored(keptOrder)
  const offline = useOffline() !== undefined
  if (!order) return null
  return (
    <div className={containerClass}>
      {offline ? (
        <Alert tone="info" role="status" className={styles.notice}>
          {texts.keptOrder(sharedTexts.items(order.count), formatRupees(order.total))}
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

const discardKeptOrder = () => keptOrder.write(undefined)

function SendKeptOrder({ order }: { order: KeptOrder }) {
  const [onlineSince] = useState(() => Date.now())
  const {
    data: cart,
    dataUpdatedAt,
    isFetching,
    isError,
    refetch,
  } = useQuery({ ...cartQuery(true), refetchOnMount: 'always' })
  const sending = useCodOrder()
  // A cart cached offline has old prices: ask only after a refetch.
  if (!cart || dataUpdatedAt < onlineSince) {
    return (
      <Alert tone="info" role="status" className={styles.notice}>
        {isError && !isFetching ? texts.keptNotChecked : texts.checkingKept}
        <span className={styles.actions}>
          {isError && !isFetching && (
            <Button size="small" onClick={() => void refetch()}>
              {sharedTexts.tryAgain}
            </Button>
          )}
          <Button size="small" variant="outline" onClick={discardKeptOrder}>
            {texts.discardKept}
          </Button>
        </span>
      </Alert>
    )
  }
  const lines = keptLines(order, cart)
  const { count, total } = totalsOf(lines)
  // No line of the order is in the cart: the first request succeeded, or the lines were ordered or removed meanwhile.
  const gone = lines.length === 0
  const changed = !gone && (total !== order.total || count !== order.count)
  const refusal = sending.error ? orderFailure(sending.error) : undefined
  const send = () =>
    sending.mutate(attemptOf(order, cart), {
      onSuccess: discardKeptOrder,
      // The cancel page shows why the order was refused; without a response the order stays kept.
      onError: (error) => {
        if (orderFailure(error).next === 'cancel') discardKeptOrder()
      },
    })
  return (
    <Alert tone={changed ? 'warning' : 'info'} role="status" className={styles.notice}>
      {gone ? texts.keptGone : texts.sendKept(sharedTexts.items(count), formatRupees(total))}
      {refusal?.final && !changed && ` ${refusal.message}`}
      {changed && ` ${texts.keptBefore(sharedTexts.items(order.count), formatRupees(order.total))}`}
      <span className={styles.actions}>
        <Button size="small" disabled={isError} pending={isFetching || sending.isPending} onClick={send}>
          {gone ? texts.checkKept : texts.sendKeptNow}
        </Button>
        <Button size="small" variant="outline" pending={sending.isPending} onClick={discardKeptOrder}>
          {texts.discardKept}
        </Button>
      </span>
    </Alert>
  )
}
