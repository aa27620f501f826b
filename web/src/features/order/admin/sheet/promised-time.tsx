import { Clock, Minus, Plus } from 'lucide-react'
import { formatShopMoment } from '@/lib/order-dates'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { useNow } from '../desk/use-now'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import styles from './promised-time.module.css'
import { savePromise } from './sheet-api'
import { sheetTexts } from './sheet-texts'

const QUARTER_MS = 15 * 60_000
const FIRST_MS = 60 * 60_000

/** The promised time of the order, with buttons that move it by a quarter of an hour. */
export function PromisedTime({ order: { _id, promisedAt } }: { order: Order }) {
  const now = useNow()
  const { mutate, isPending, variables } = useOrderAction({
    call: savePromise,
    text: ({ promisedAt: at }) => sheetTexts.promisedFor(formatShopMoment(at)),
    fallback: sheetTexts.failedToPromise,
  })
  const shown = isPending ? variables.promisedAt : promisedAt
  const promise = (time: number) => mutate({ _id, promisedAt: new Date(time).toISOString() })
  const first = Math.ceil((now + FIRST_MS) / QUARTER_MS) * QUARTER_MS
  return (
    <div className={styles.promise}>
      <Icon icon={Clock} />
      <span className={styles.time}>
        {shown ? (
          <>
            {sheetTexts.promised} <b>{formatShopMoment(shown)}</b>
          </>
        ) : (
          sheetTexts.notPromised
        )}
      </span>
      {shown ? (
        <>
          <IconButton
            icon={Minus}
            variant="outline"
            label={sheetTexts.earlier}
            onClick={() => promise(Date.parse(shown) - QUARTER_MS)}
          />
          <IconButton
            icon={Plus}
            variant="outline"
            label={sheetTexts.later}
            onClick={() => promise(Date.parse(shown) + QUARTER_MS)}
          />
        </>
      ) : (
        <Button size="small" variant="outline" onClick={() => promise(first)}>
          {sheetTexts.promise(formatShopMoment(new Date(first).toISOString()))}
        </Button>
      )}
    </div>
  )
}
