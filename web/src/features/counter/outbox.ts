import { ApiError } from '@/lib/api'
import type { Paise } from '@/lib/money'
import type { components } from '@/schema'
import type { Buyer, CounterCustomer, PaidPart } from './counter'
import { numberParts } from './series'

type Schemas = components['schemas']

/** The body of a sale without what belongs to one attempt. */
export type SaleBody = Schemas['CounterSaleForm'] & { at: string }

/** What is shown and printed of a sale without the server. */
export type SaleFacts = {
  lines: {
    id: string
    name: string
    /** The one that the shop calls it by, where `name` is in another language. */
    ownName?: string
    unit: string
    quantity: number
    /** Of goods sold by weight, in place of the quantity. */
    grams?: number
    sum: Paise
    /** What it costs at the printed price. */
    printed: Paise
    tax: number
  }[]
  total: Paise
  roundOff: Paise
  payable: Paise
  parts: PaidPart[]
  customer?: CounterCustomer
  buyer?: Buyer
}

/** A call that waits on the device, or was sent. */
export type Call =
  | { kind: 'SALE'; body: SaleBody; facts: SaleFacts }
  | { kind: 'PRODUCT'; body: Schemas['CounterProductForm'] }
  | { kind: 'BARCODE'; product: string; body: Schemas['BarcodeForm'] }

/** A call of the outbox. They are sent in the order of `seq`, each until the server has taken or refused it. */
export type Entry = Call & {
  seq: number
  state: 'WAITING' | 'SENT' | 'REFUSED'
  /** The order that the server made of a sale. */
  order?: { _id: string; number: number; bills?: Schemas['BillReference'][] }
  /** Why the server refused it, in a sentence. */
  reason?: string
}

export type SaleEntry = Extract<Entry, { kind: 'SALE' }>

/** The outcome of an attempt to send. */
export type Outcome =
  | { kind: 'SENT'; order?: Entry['order'] }
  /** No response, or one that a later attempt may mend. */
  | { kind: 'RETRY' }
  /** Nobody is logged in who may sell. */
  | { kind: 'LOGIN' }
  /** The server lacks sales from this number on: it was restored from an older copy. */
  | { kind: 'GAP'; next: string }
  /** The server lacks this device. */
  | { kind: 'UNKNOWN_DEVICE' }
  | { kind: 'REFUSED'; reason: string }

/** Returns what a failed attempt means. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'RETRY' }
  const { status, code, message, data } = error
  if (status === 0 || status === 408 || status === 429 || status >= 500) return { kind: 'RETRY' }
  if (status === 401 || (status === 403 && code !== 'discount_limit')) return { kind: 'LOGIN' }
  if (code === 'device_unknown') return { kind: 'UNKNOWN_DEVICE' }
  const next = (data as { next?: unknown } | null)?.next
  if (code === 'number_gap' && typeof next === 'string') return { kind: 'GAP', next }
  return { kind: 'REFUSED', reason: message }
}

export const isSale = (entry: Entry): entry is SaleEntry => entry.kind === 'SALE'

/** Returns the name of a call on the screen: the number of the bill, the product, the code. */
export function nameOf(entry: Entry): string {
  switch (entry.kind) {
    case 'SALE':
      return entry.body.number ?? ''
    case 'PRODUCT':
      return entry.body.name
    case 'BARCODE':
      return entry.body.barcode
  }
}

/** Returns the call to send now: the first that waits. */
export function nextCall(entries: Entry[]): Entry | undefined {
  return entries.find(({ state }) => state === 'WAITING')
}

/** Returns the entries that an outcome changes, as they are then. */
export function afterOutcome(entries: Entry[], sent: Entry, outcome: Outcome): Entry[] {
  switch (outcome.kind) {
    case 'SENT':
      return [{ ...sent, state: 'SENT', order: outcome.order, reason: undefined }]
    case 'REFUSED':
      return [{ ...sent, state: 'REFUSED', reason: outcome.reason }]
    case 'GAP': {
      const lacking = entries.filter((entry) => entry.state === 'SENT' && isFrom(entry, outcome.next))
      // Without the missing sale on the device the gap stays, and the sales wait.
      if (!lacking.some((entry) => isSale(entry) && entry.body.number === outcome.next)) return []
      return lacking.map((entry) => ({ ...entry, state: 'WAITING' }))
    }
    case 'UNKNOWN_DEVICE':
    case 'RETRY':
    case 'LOGIN':
      return []
  }
}

/** Reports whether a sale has this number of a series or a later one. */
function isFrom(entry: Entry, next: string): boolean {
  const from = numberParts(next)
  const own = isSale(entry) ? numberParts(entry.body.number ?? '') : undefined
  if (!from || !own || own.series !== from.series) return false
  return own.year > from.year || (own.year === from.year && own.count >= from.count)
}

const LONGEST_PAUSE_MS = 30_000

/** Returns the pause before the next attempt after so many that failed, in milliseconds. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1))
}

const KEPT_SENT = 500

/** Returns the sent calls that the device need not keep: a server restored from an older copy gets the others again. */
export function expiredCalls(entries: Entry[]): Entry[] {
  const sent = entries.filter(({ state }) => state === 'SENT')
  return sent.slice(0, Math.max(0, sent.length - KEPT_SENT))
}
