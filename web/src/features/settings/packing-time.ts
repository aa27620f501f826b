import { formatHour, formatShopDay } from '@/lib/dates'
import { limitTexts } from './limit-texts'

/** Returns when orders of a closed shop will be packed: "tomorrow from 7 am". */
export function packingTime(opensAt: Date, now = new Date()): string {
  return limitTexts.dayFrom(formatShopDay(opensAt, now), formatHour(opensAt))
}
