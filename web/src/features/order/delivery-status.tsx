import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react'
import type { DeliveryStatus } from './api'
import { texts } from './texts'

type StatusStyle = { icon: LucideIcon; tone: 'wait' | 'good' | 'bad' }

const STYLES: Record<DeliveryStatus, StatusStyle> = {
  PENDING: { icon: Hourglass, tone: 'wait' },
  DELIVERED: { icon: CircleCheck, tone: 'good' },
  CANCELED: { icon: CircleX, tone: 'bad' },
}

/** The icon and tone of a delivery status; an unknown one is shown as pending. */
export function deliveryStatusStyle(status: DeliveryStatus): StatusStyle {
  return STYLES[status] ?? STYLES.PENDING
}

/** A delivery status as an icon and a word. */
export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const { icon: Icon, tone } = deliveryStatusStyle(status)
  return (
    <span className={`st st--${tone}`}>
      <Icon className="ic ic--s" />
      {texts.delivery[status]}
    </span>
  )
}
