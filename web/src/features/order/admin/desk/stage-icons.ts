import { Bell, Bike, CircleCheck, type LucideIcon, PackageCheck, ShoppingBasket } from 'lucide-react'
import type { Stage } from '../orders-api'

export const STAGE_ICONS: Record<Stage, LucideIcon> = {
  NEW: Bell,
  PACKING: ShoppingBasket,
  PACKED: PackageCheck,
  OUT: Bike,
  DONE: CircleCheck,
}
