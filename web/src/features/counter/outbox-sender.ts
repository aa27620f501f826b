import { asJson, storedValue } from '@/lib/stored-value'
import { postBarcode, postProduct, postSale, registerDevice } from './api'
import type { PaidPart } from './counter'
import type { CounterState } from './counter-store'
import type { Device, DeviceDB } from './device-db'
import {
  afterOutcome,
  type Call,
  type Entry,
  expiredCalls,
  isSale,
  nextCall,
  type Outcome,
  outcomeOf,
  pauseAfter,
  type SaleEntry,
} from './outbox'
import { sentPart } from './sale'

/** The number of unsent sales on this device; a logout warns about them. */
const unsentSales = storedValue(
  'counterSales',
  'work',
  asJson((json) => (typeof json === 'number' ? json : undefined)),
)

/** After this time without a response the sale is treated as offline: the customer is waiting. */
export const RESPONSE_TIMEOUT_MS = 4000

/** Sends the outbox in order. Each call is retried until the server has accepted or refused it. */
export class OutboxSender {
  private entries: Entry[] = []
  private isSending = false
  private isStopped = false
  private failures = 0
  private timer?: ReturnType<typeof setTimeout>
  private offlineSince?: string

  constructor(
    private readonly db: DeviceDB,
    private readonly device: Device,
    private readonly report: (change: Partial<CounterState>) => void,
  ) {}

  async start(): Promise<void> {
    this.entries = await this.db.outbox()
    if (this.isStopped) return
    addEventListener('online', this.retry)
    addEventListener('offline', this.onOffline)
    if (navigator.onLine === false) this.onOffline()
    this.show()
    void this.send()
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
    removeEventListener('online', this.retry)
    removeEventListener('offline', this.onOffline)
  }

  private readonly retry = () => {
    clearTimeout(this.timer)
    this.timer = undefined
    void this.send()
  }

  private readonly onOffline = () => {
    this.offlineSince ??= new Date().toISOString()
    this.show()
  }

  /** Records that a call succeeded: the device is online. */
  online(): void {
    const wasAway = this.offlineSince !== undefined
    this.offlineSince = undefined
    this.failures = 0
    if (!wasAway) return
    this.show()
    this.retry()
  }

  /** Records that a call failed; without a response the device is offline. */
  failed(error: unknown): void {
    if (outcomeOf(error).kind === 'RETRY') this.onOffline()
  }

  private show(change: Partial<CounterState> = {}): void {
    const sales = this.entries.filter(isSale).reverse()
    const refused = this.entries.filter(({ state }) => state === 'REFUSED')
    const waiting = sales.filter(({ state }) => state === 'WAITING').length
    unsentSales.write(waiting || undefined)
    this.report({ sales, refused, offlineSince: this.offlineSince, ...change })
  }

  /** Appends a call to the outbox and sends it in turn. */
  async add(call: Call): Promise<void> {
    const entry = await this.db.addCall(call)
    this.entries = [...this.entries, entry]
    void this.send()
  }

  /**
   * Sends a sale while the customer is waiting. Resolves to the server's error if the server refused the sale and
   * `reopen` reopened its bill. Otherwise resolves to undefined: the sale was accepted, or it stays in the outbox
   * because there was no response, earlier calls are pending, or its bill could not be reopened.
   */
  async close(sale: SaleEntry, reopen: () => Promise<boolean>): Promise<unknown> {
    const isNext = nextCall(this.entries) === undefined && !this.isSending
    this.entries = [...this.entries, sale]
    if (!isNext || this.offlineSince !== undefined) {
      this.show()
      void this.send()
      return undefined
    }
    this.isSending = true
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), RESPONSE_TIMEOUT_MS)
    try {
      const order = await postSale({ ...sale.body, sentAt: new Date().toISOString() }, timeout.signal)
      await this.settle(sale, sentOutcome(order))
      return undefined
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.kind !== 'REFUSED') await this.settle(sale, outcome)
      else if (await reopen().catch(() => false)) {
        this.entries = this.entries.filter(({ seq }) => seq !== sale.seq)
        return error
      }
      return undefined
    } finally {
      clearTimeout(timer)
      this.isSending = false
      void this.send()
    }
  }

  /**
   * Stores the corrected payment of a sent sale, which is then shown, printed and, if necessary, sent again with it.
   */
  async correct({ seq }: SaleEntry, parts: PaidPart[]): Promise<void> {
    const corrected = this.entries.filter(isSale).find((entry) => entry.seq === seq)
    if (!corrected || this.isStopped) return
    const { body, facts } = corrected
    const entry = {
      ...corrected,
      body: { ...body, payments: parts.map(sentPart) },
      facts: { ...facts, parts },
    }
    await this.db.saveEntries([entry])
    this.entries = this.entries.map((current) => (current.seq === seq ? entry : current))
    this.show()
  }

  /** Removes a refused call. */
  async dismiss(seq: number): Promise<void> {
    const gone = this.entries.filter((entry) => entry.seq === seq && entry.state === 'REFUSED')
    await this.db.saveEntries([], gone)
    this.entries = this.entries.filter((entry) => !gone.includes(entry))
    this.show()
  }

  private async send(): Promise<void> {
    if (this.isSending || this.timer !== undefined) return
    this.isSending = true
    try {
      for (;;) {
        const call = nextCall(this.entries)
        if (!call || this.isStopped) return
        const outcome = await attempt(call).catch(outcomeOf)
        if (this.isStopped) return
        if (!(await this.settle(call, outcome))) return
      }
    } finally {
      this.isSending = false
    }
  }

  /** Applies the outcome of a call. Returns false if it must be retried later. */
  private async settle(call: Entry, outcome: Outcome): Promise<boolean> {
    const changed = afterOutcome(this.entries, call, outcome)
    const bySeq = new Map(changed.map((entry) => [entry.seq, entry]))
    const withChanges = () => this.entries.map((entry) => bySeq.get(entry.seq) ?? entry)
    const expired = expiredCalls(withChanges())
    await this.db.saveEntries(changed, expired)
    // Apply the changes again: a sale may have been added during the write.
    this.entries = withChanges().filter((entry) => !expired.includes(entry))
    if (outcome.kind === 'UNKNOWN_DEVICE') outcome = await this.introduce()
    const isUnreachable = outcome.kind === 'RETRY'
    const gap = outcome.kind === 'GAP' && changed.length === 0 ? outcome.next : undefined
    this.failures = isUnreachable || outcome.kind === 'LOGIN' || gap ? this.failures + 1 : 0
    this.offlineSince = isUnreachable ? (this.offlineSince ?? new Date().toISOString()) : undefined
    this.show({ needsLogin: outcome.kind === 'LOGIN', gap })
    if (this.failures === 0) return true
    clearTimeout(this.timer)
    this.timer = setTimeout(this.retry, pauseAfter(this.failures))
    return false
  }

  /** Registers this device again with a server that was restored from a backup without it. */
  private async introduce(): Promise<Outcome> {
    const { name, key, device, series } = this.device
    try {
      await registerDevice({ name, key, device, series })
      return { kind: 'SENT' }
    } catch {
      return { kind: 'RETRY' }
    }
  }
}

const sentOutcome = ({ _id, number, bills }: NonNullable<Entry['order']>): Outcome => ({
  kind: 'SENT',
  order: { _id, number, bills },
})

/** Sends a call. A sale is sent as offline, since the customer already has the goods. */
async function attempt(call: Entry): Promise<Outcome> {
  switch (call.kind) {
    case 'SALE':
      return sentOutcome(await postSale({ ...call.body, offline: true, sentAt: new Date().toISOString() }))
    case 'PRODUCT':
      await postProduct(call.body)
      return { kind: 'SENT' }
    case 'BARCODE':
      await postBarcode(call.product, call.body)
      return { kind: 'SENT' }
  }
}
