import { formatHour, formatShopDay } from '@/lib/dates'

/** From when orders of a closed shop are packed: "tomorrow from 7 am". */
export function packingTime(opensAt: Date, now = new Date()): string {
  return `${formatShopDay(opensAt, now)} from ${formatHour(opensAt)}`
}
