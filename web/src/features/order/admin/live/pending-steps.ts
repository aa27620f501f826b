import { asJson, storedValue, useStored } from '@/lib/stored-value'
import type { Order, Stage } from '../orders-api'

/** A move made offline; `from` is the order's stage at that time. */
export type PendingMove = { _id: string; number: number; from: Stage; to: Stage; rider?: string }
/** A line's tick: set (`picked`) or removed. */
export type Tick = { _id: string; picked: boolean }
/** Ticks of one order made offline. */
export type PendingTicks = { _id: string; number: number; rows: Tick[] }
export type PendingStep = PendingMove | PendingTicks

export function isTicks(step: PendingStep): step is PendingTicks {
  return 'rows' in step
}

const NONE: PendingStep[] = []

const stored = storedValue(
  'pendingSteps',
  'work',
  asJson((json) => (Array.isArray(json) ? (json as PendingStep[]) : undefined)),
)

/** Returns the pending steps on this device, oldest first. All tabs share them. */
export function readPendingSteps(): PendingStep[] {
  return stored.read() ?? NONE
}

function write(steps: PendingStep[]): void {
  stored.write(steps.length > 0 ? steps : undefined)
}

/** Appends steps to the pending steps. */
export function saveSteps(steps: PendingStep[]): void {
  write([...readPendingSteps(), ...steps])
}

/** Removes a step that was sent; with `withLater` also the later steps of the same order. */
export function removeStep(step: PendingStep, withLater = false): void {
  const steps = readPendingSteps()
  const text = JSON.stringify(step)
  const index = steps.findIndex((pending) => JSON.stringify(pending) === text)
  if (index < 0) return
  write(steps.filter((pending, at) => at !== index && !(withLater && at > index && pending._id === step._id)))
}

/** Drops all pending steps without sending them. */
export function discardPendingSteps(): void {
  write(NONE)
}

export function usePendingSteps(): PendingStep[] {
  return useStored(stored) ?? NONE
}

/** Returns the orders with the pending steps applied. */
export function withPendingSteps(orders: Order[], steps: PendingStep[]): Order[] {
  if (steps.length === 0) return orders
  const changed = new Map(orders.map((order) => [order._id, order]))
  for (const step of steps) {
    const current = changed.get(step._id)
    if (!current) continue
    if (isTicks(step)) changed.set(step._id, { ...current, rows: tickedLines(current, step) })
    else if (current.stage === step.from) changed.set(step._id, { ...current, stage: step.to })
  }
  return orders.map((order) => changed.get(order._id) ?? order)
}

function tickedLines({ rows: lines }: Order, { rows: ticks }: PendingTicks): Order['rows'] {
  return lines.map((line) => {
    const tick = ticks.find(({ _id }) => _id === line._id)
    return tick ? { ...line, picked: tick.picked } : line
  })
}
