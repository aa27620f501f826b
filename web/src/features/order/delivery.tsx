import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react'
import type { DeliveryStatus } from './api'
import { texts } from './texts'

type Look = { icon: LucideIcon; tone: 'wait' | 'good' | 'bad' }

const LOOKS: Record<DeliveryStatus, Look> = {
  PENDING: { icon: Hourglass, tone: 'wait' },
  DELIVERED: { icon: CircleCheck, tone: 'good' },
  CANCELED: { icon: CircleX, tone: 'bad' },
}

/** How a delivery status looks; whatever is not known looks pending. */
export function lookOf(status: DeliveryStatus): Look {
  return LOOKS[status] ?? LOOKS.PENDING
}

/** A delivery status as an icon and a word. */
export function DeliveryChip({ status }: { status: DeliveryStatus }) {
  const { icon: Icon, tone } = lookOf(status)
  return (
    <span className={`st st--${tone}`}>
      <Icon className="ic ic--s" />
      {texts.delivery[status]}
    </span>
  )
}
