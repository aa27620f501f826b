import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react'
import { Badge } from '@/ui/badge'
import type { DeliveryStatus } from './api'
import { texts } from './texts'

type StatusStyle = { icon: LucideIcon; tone: 'warning' | 'success' | 'danger' }

const STYLES: Record<DeliveryStatus, StatusStyle> = {
  PENDING: { icon: Hourglass, tone: 'warning' },
  DELIVERED: { icon: CircleCheck, tone: 'success' },
  CANCELED: { icon: CircleX, tone: 'danger' },
}

/** Returns the icon and tone of a delivery status; an unknown one looks like PENDING. */
export function deliveryStatusStyle(status: DeliveryStatus): StatusStyle {
  return STYLES[status] ?? STYLES.PENDING
}

/** A delivery status as an icon and a word. */
export function DeliveryBadge({ status, className }: { status: DeliveryStatus; className?: string }) {
  return (
    <Badge {...deliveryStatusStyle(status)} className={className}>
      {texts.delivery[status]}
    </Badge>
  )
}
