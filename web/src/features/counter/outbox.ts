import { ApiError, isTemporary } from '@/lib/api'
import type { Paise } from '@/lib/money'
import type { components } from '@/schema'
import type { Buyer, CounterCustomer, PaidPart } from './counter'
import { numberParts } from './series'

type Schemas = components['schemas']

/** The body of a sale without the fields that differ between attempts. */
export type SaleBody = Schemas['CounterSaleForm'] & { at: string }

/** The data of a sale that is shown and printed offline. */
export type SaleFacts = {
  lines: {
    id: string
    name: string
    /** The shop's own name, if `name` is in another language. */
    ownName?: string
    unit: string
    /** The unit quantity code of a piece; undefined: NOS. */
    uqc?: string
    quantity: number
    /** The grams of a product sold by weight, instead of the quantity. */
    grams?: number
    sum: Paise
    /** The total at the printed price (MRP). */
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

/** A call that waits in the outbox or was sent. */
export type Call =
  | { kind: 'SALE'; body: SaleBody; facts: SaleFacts }
  | { kind: 'PRODUCT'; body: Schemas['CounterProductForm'] }
  | { kind: 'BARCODE'; product: string; body: Schemas['BarcodeForm'] }

/** An entry of the outbox. Entries are sent in the order of `seq`; each is retried until it is accepted or refused. */
export type Entry = Call & {
  seq: number
  state: 'WAITING' | 'SENT' | 'REFUSED'
  /** The order that the server created for a sale. */
  order?: { _id: string; number: number; bills?: Schemas['BillReference'][] }
  /** The server's error message, if it refused the call. */
  reason?: string
}

export type SaleEntry = Extract<Entry, { kind: 'SALE' }>

/** The outcome of an attempt to send a call. */
export type Outcome =
  | { kind: 'SENT'; order?: Entry['order'] }
  /** No response, or an error that may be temporary. */
  | { kind: 'RETRY' }
  /** No user with the right to sell is logged in. */
  | { kind: 'LOGIN' }
  /** The server lacks sales from this number on: it was restored from an older backup. */
  | { kind: 'GAP'; next: string }
  /** The server does not know this device. */
  | { kind: 'UNKNOWN_DEVICE' }
  | { kind: 'REFUSED'; reason: string }

/** Classifies the error of a failed attempt. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'RETRY' }
  const { status, code, message, data } = error
  if (isTemporary(status)) return { kind: 'RETRY' }
  if (status === 401 || (status === 403 && code !== 'discount_limit')) return { kind: 'LOGIN' }
  if (code === 'device_unknown') return { kind: 'UNKNOWN_DEVICE' }
  const next = (data as { next?: unknown } | null)?.next
  if (code === 'number_gap' && typeof next === 'string') return { kind: 'GAP', next }
  return { kind: 'REFUSED', reason: message }
}

export const isSale = (entry: Entry): entry is SaleEntry => entry.kind === 'SALE'

/** Returns a display name of a call: the bill's number, the product, or the code. */
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

/** Returns the first call that waits. */
export function nextCall(entries: Entry[]): Entry | undefined {
  return entries.find(({ state }) => state === 'WAITING')
}

/** Returns the entries that an outcome changes, in their new state. */
export function afterOutcome(entries: Entry[], sent: Entry, outcome: Outcome): Entry[] {
  switch (outcome.kind) {
    case 'SENT':
      return [{ ...sent, state: 'SENT', order: outcome.order, reason: undefined }]
    case 'REFUSED':
      return [{ ...sent, state: 'REFUSED', reason: outcome.reason }]
    case 'GAP': {
      const lacking = entries.filter((entry) => entry.state === 'SENT' && isFrom(entry, outcome.next))
      // Keep the sales waiting if this device does not have the missing sale either.
      if (!lacking.some((entry) => isSale(entry) && entry.body.number === outcome.next)) return []
      return lacking.map((entry) => ({ ...entry, state: 'WAITING' }))
    }
    case 'UNKNOWN_DEVICE':
    case 'RETRY':
    case 'LOGIN':
      return []
  }
}

/** Reports whether a sale has this number or a later one of the same series. */
function isFrom(entry: Entry, next: string): boolean {
  const from = numberParts(next)
  const own = isSale(entry) ? numberParts(entry.body.number ?? '') : undefined
  if (!from || !own || own.series !== from.series) return false
  return own.year > from.year || (own.year === from.year && own.count >= from.count)
}

const LONGEST_PAUSE_MS = 30_000

/** Returns the wait in ms before the next attempt, after that many failures. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1))
}

const KEPT_SENT = 500

/** Returns the sent calls that may be deleted. Newer ones are kept, to send them again to a server restored from a backup. */
export function expiredCalls(entries: Entry[]): Entry[] {
  const sent = entries.filter(({ state }) => state === 'SENT')
  return sent.slice(0, Math.max(0, sent.length - KEPT_SENT))
}
