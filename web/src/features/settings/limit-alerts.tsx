import { MapPin, Moon, Pause, ShoppingBasket } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatShopTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { limitTexts } from './limit-texts'
import { noticeTexts } from './notice-texts'
import type { OrderLimits } from './order-limits'
import { packingTime } from './packing-time'
import type { Closing } from './shop-rules'

type Props = {
  limits: OrderLimits
  /** A link to select another address, if there is one. */
  chooseAddress?: ReactNode
}

/** The order limits that a cart does not meet: opening hours, minimum order, delivery area. */
export function LimitAlerts({ limits: { closing, missing, minimum, outside }, chooseAddress }: Props) {
  return (
    <>
      {closing && (
        <Alert tone="warning" icon={closing.paused ? Pause : Moon} role="status">
          <b>{closing.paused ? limitTexts.shopPaused : limitTexts.shopClosed}</b> {closingAdvice(closing)}
        </Alert>
      )}
      {missing > 0 && (
        <Alert tone="warning" icon={ShoppingBasket} role="status">
          <b>{limitTexts.minimum(formatRupees(minimum))}</b> {limitTexts.addMore(formatRupees(missing))}
        </Alert>
      )}
      {outside !== undefined && (
        <Alert tone="danger" icon={MapPin} role="status">
          <b>{limitTexts.notServed(outside)}</b> {limitTexts.outsideRound} {chooseAddress}
        </Alert>
      )}
    </>
  )
}

function closingAdvice({ paused, opensAt, takesOrders }: Closing): string {
  if (!opensAt) return noticeTexts.callTheShop
  if (takesOrders) return limitTexts.orderNow(packingTime(opensAt))
  const time = formatShopTime(opensAt, new Date())
  return paused ? limitTexts.orderingResumes(time) : limitTexts.orderingOpens(time)
}
