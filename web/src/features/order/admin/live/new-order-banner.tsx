import { Bell, BellRing, VolumeOff } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { payableOf } from '../../round-off'
import { paymentText } from '../desk/order-payment'
import { deskTexts } from '../desk-texts'
import type { Order } from '../orders-api'
import { checkSound, ring, useAlarmSound } from './alarm-sound'
import { SoundSwitch } from './alerts-menu'
import styles from './new-order-banner.module.css'

type Props = {
  /** New orders, neither accepted nor acknowledged on this device. */
  arrived: Order[]
  /** Whether there are no open orders. */
  idle: boolean
  onShow: () => void
}

/** The banner above the desk: new orders, a sound that the browser blocks, or that there are no open orders. */
export function NewOrderBanner({ arrived, idle, onShow }: Props) {
  const { on, blocked } = useAlarmSound()
  const rings = arrived.length > 0
  const silenced = on && blocked
  return (
    <div role="status" className={styles.live}>
      {(rings || silenced || idle) && (
        <div className={classNames(styles.banner, !rings && !silenced && styles.calm)}>
          <span className={styles.bell}>
            <Icon icon={rings ? BellRing : silenced ? VolumeOff : Bell} size="large" />
          </span>
          <p className={styles.text}>
            {rings ? (
              <NewOrderNotice orders={arrived} />
            ) : (
              <>
                <b>{silenced ? deskTexts.soundBlocked : deskTexts.waiting}</b>
                {!silenced && deskTexts.waitingHint}
              </>
            )}
          </p>
          <SoundSwitch className={styles.switch} />
          {silenced && (
            <Button size="small" variant="outline" onClick={() => void checkSound()}>
              {deskTexts.allowSound}
            </Button>
          )}
          {rings && (
            <Button size="small" variant="outline" onClick={onShow}>
              {deskTexts.showIt}
            </Button>
          )}
          {idle && !rings && !silenced && (
            <Button size="small" variant="outline" onClick={() => void ring()}>
              {deskTexts.trySound}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const MAX_NUMBERS = 3

function NewOrderNotice({ orders }: { orders: Order[] }) {
  const [only] = orders
  const numbers = orders.slice(0, MAX_NUMBERS).map(({ number }) => `#${number}`)
  if (orders.length > MAX_NUMBERS) numbers.push('…')
  return (
    <>
      <b>{deskTexts.newOrders(orders.length, numbers.join(', '))}</b>
      {orders.length === 1 && only
        ? deskTexts.newOrder(only.customer.name, deskTexts.items(only.itemCount), sumText(only))
        : formatRupees(orders.reduce((sum, order) => sum + payableOf(order), 0))}
    </>
  )
}

function sumText(order: Order): string {
  const { collectAmt } = order
  if (collectAmt > 0) return deskTexts.collect(formatRupees(toPaise(collectAmt)))
  return `${formatRupees(payableOf(order))} · ${paymentText(order)}`
}
