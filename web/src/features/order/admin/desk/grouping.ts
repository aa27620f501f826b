import { toPaise } from '@/lib/money'
import { payableOf } from '../../round-off'
import { deskTexts } from '../desk-texts'
import { hasOpenClaim, type Order, type Stage } from '../orders-api'
import { STAGES } from '../stages'

export type Group = { stage: Stage; orders: Order[] }

/** Groups orders by stage, in the sequence of the stages, oldest first; DONE newest first. Empty stages are omitted. */
export function groupByStage(orders: Order[]): Group[] {
  return STAGES.map((stage) => {
    const members = orders.filter((order) => order.stage === stage)
    members.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.number - b.number)
    return { stage, orders: stage === 'DONE' ? members.toReversed() : members }
  }).filter(({ orders: members }) => members.length > 0)
}

const MINUTE_MS = 60_000

/** The ages in minutes at which orders are marked, from the shop's settings. */
export type AgeLimits = { newMinutes: number; packingMinutes: number; lateMinutes: number }

/** The defaults, also used until the shop's settings have loaded. */
export const USUAL_AGES: AgeLimits = { newMinutes: 10, packingMinutes: 15, lateMinutes: 30 }

export type Urgency = 'calm' | 'slow' | 'late'

/** Returns the whole minutes since an order was placed. */
export function ageInMinutes({ createdAt }: Order, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(createdAt)) / MINUTE_MS))
}

/** Returns an order's urgency by its age; orders out for delivery are never late. */
export function urgency(stage: Stage, minutes: number, ages: AgeLimits): Urgency {
  if (stage === 'OUT' || stage === 'DONE') return 'calm'
  if (minutes >= ages.lateMinutes) return 'late'
  if (stage === 'NEW') return minutes >= ages.newMinutes ? 'slow' : 'calm'
  return stage === 'PACKING' && minutes >= ages.packingMinutes ? 'slow' : 'calm'
}

/** Formats an age: "12 min", "3 h", "2 days". */
export function formatAge(minutes: number): string {
  if (minutes < 120) return deskTexts.minutes(minutes)
  return minutes < 48 * 60
    ? deskTexts.hours(Math.floor(minutes / 60))
    : deskTexts.days(Math.floor(minutes / (24 * 60)))
}

/** The sums of several orders; amounts in paise. */
type Sums = {
  items: number
  amount: number
  /** The round-off, included in the amount. */
  roundOff: number
  /** The sum to collect, without orders whose shopper claims to have paid. */
  collect: number
  /** The number of orders whose shopper claims to have paid by UPI. */
  claims: number
}

/** Returns the sums of several orders. */
export function orderSums(orders: Order[]): Sums {
  const unclaimed = orders.filter((order) => !hasOpenClaim(order))
  return {
    claims: orders.length - unclaimed.length,
    items: orders.reduce((sum, { itemCount }) => sum + itemCount, 0),
    amount: orders.reduce((sum, order) => sum + payableOf(order), 0),
    roundOff: orders.reduce((sum, { roundOff }) => sum + toPaise(roundOff), 0),
    collect: unclaimed.reduce((sum, { collectAmt }) => sum + toPaise(collectAmt), 0),
  }
}
