import { Bike, Clock, type LucideIcon, PackageCheck, ShoppingBasket } from 'lucide-react'
import { Badge } from '@/ui/badge'
import type { DeliveryStatus } from '../api'
import { DeliveryBadge } from '../delivery-status'
import type { OwnOrder, Stage } from './own-orders'
import { statusTexts } from './status-texts'

const STAGES: Record<Exclude<Stage, 'DONE'>, { icon: LucideIcon; label: string }> = {
  NEW: { icon: Clock, label: statusTexts.placed },
  PACKING: { icon: ShoppingBasket, label: statusTexts.packing },
  PACKED: { icon: PackageCheck, label: statusTexts.packed },
  OUT: { icon: Bike, label: statusTexts.onTheWay },
}

type Props = { status: DeliveryStatus; own: OwnOrder | undefined; className?: string }

/** A delivery status as a badge; instead of PENDING, the stage of the order. */
export function StageBadge({ status, own, className }: Props) {
  if (status !== 'PENDING' || !own || own.stage === 'DONE')
    return <DeliveryBadge status={status} className={className} />
  const { icon, label } = STAGES[own.stage]
  return (
    <Badge tone="warning" icon={icon} className={className}>
      {label}
    </Badge>
  )
}
