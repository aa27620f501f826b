import { newIdempotencyKey } from '@/lib/idempotency-key'
import { userId } from '@/lib/stored-value'
import { takeTabLock } from '@/lib/tab-lock'
import {
  type Catalog,
  type CounterShop,
  getCatalog,
  getCustomers,
  getDevice,
  putPayments,
  registerDevice,
} from './api'
import { newBill, withCustomers, withGoods, withKnownCode } from './bills'
import { CatalogIndex } from './catalog-index'
import {
  type CounterCustomer,
  type CounterProduct,
  type CounterTax,
  NO_TAX,
  type OpenBill,
  type PaidPart,
} from './counter'
import { type ClosedSale, type Device, DeviceDB } from './device-db'
import { type Entry, isSale, type SaleEntry } from './outbox'
import { OutboxSender, RESPONSE_TIMEOUT_MS } from './outbox-sender'
import { type ClosedBill, lacksBuyer, numbersOf, saleBody, saleFacts, sentPart } from './sale'
import { billNumber, seriesYear } from './series'
import { type BillSums, isRegistered, sumsOf } from './sums'

export type CounterState = {
  /** NEW: this browser is not registered as a counter. ELSEWHERE: another tab sells. BLOCKED: the browser's storage is blocked. */
  phase: 'LOADING' | 'NEW' | 'READY' | 'ELSEWHERE' | 'BLOCKED'
  device?: Device
  goods: CatalogIndex
  taxes: CounterTax[]
  shop: CounterShop
  /** When the prices were fetched, RFC 3339; undefined without a catalog. */
  pricesOf?: string
  customers: CounterCustomer[]
  /** The bill that is being scanned. */
  bill: OpenBill
  held: OpenBill[]
  /** The sales of this device, newest first. */
  sales: SaleEntry[]
  /** The calls that the server refused. */
  refused: Entry[]
  /** When the network went down, RFC 3339; undefined online. */
  offlineSince?: string
  /** The bill number that the server expects and this device does not have. */
  gap?: string
  /** Sales are waiting because no user with the right to sell is logged in. */
  needsLogin: boolean
  /** A sale is being closed; the server may still refuse it. */
  isClosing: boolean
}

const NO_SHOP: CounterShop = {
  seller: {
    standing: 'UNREGISTERED',
    name: '',
    address: '',
    gstin: '',
    state: '',
    fssai: '',
    phone: '',
    sentence: '',
  },
  roundOff: false,
  discountLimit: 0,
  hsnDigits: 4,
  billed: true,
  upi: null,
  khataLimit: null,
  weightBarcodes: [],
}

const INITIAL: CounterState = {
  phase: 'LOADING',
  goods: new CatalogIndex([]),
  taxes: [],
  shop: NO_SHOP,
  customers: [],
  bill: newBill(),
  held: [],
  sales: [],
  refused: [],
  needsLogin: false,
  isClosing: false,
}

const REFRESH_MS = 60_000
/** The lock of the tab that sells; another tab may take it at any time. */
const LOCK = 'kirana-counter'
/** The lock of the tab that writes the database. A tab that lost LOCK holds it until its last sale is closed. */
const WRITE_LOCK = 'kirana-counter-writes'
/** Each tab closes its sale within this time: a tab that still holds WRITE_LOCK afterwards is suspended. */
const HANDOVER_MS = RESPONSE_TIMEOUT_MS + 2000

/** Resolves once the stores that this page has closed are done with the database and the lock. */
let leaving = Promise.resolve()

/** The result of paying: the sale, or the server's error if it refused the sale while the customer was waiting. */
export type PayResult = { sale: SaleEntry } | { refused: unknown }

/** The counter of this browser: its catalog, bills and unsent sales, stored in IndexedDB. */
export class CounterStore {
  private state = INITIAL
  private readonly listeners = new Set<() => void>()
  private db?: DeviceDB
  private sender?: OutboxSender
  private release?: () => void
  private releaseWrites?: () => void
  private refreshing?: ReturnType<typeof setInterval>
  private isClosed = false
  /** Shared by all attempts: after a lost response, another key would register a second device. */
  private readonly registrationKey = newIdempotencyKey()
  /** Writes are chained, so that the last change of a bill is stored last. */
  private writes: Promise<unknown> = Promise.resolve()
  /** The sale that is being closed. */
  private closing: Promise<unknown> = Promise.resolve()

  readonly getState = () => this.state

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private set(change: Partial<CounterState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }

  /**
   * Opens the database and takes the locks of the selling tab. `force` takes them from another tab, once that tab has closed
   * its sale in flight.
   */
  async open(force = false): Promise<void> {
    if (force) this.set({ phase: 'LOADING' })
    await leaving
    if (this.isClosed) return
    try {
      this.db ??= await DeviceDB.open()
    } catch {
      return this.set({ phase: 'BLOCKED' })
    }
    // Bill numbers are unique even where every tab gets the locks (DeviceDB.closeBill).
    const release = await takeTabLock(LOCK, { force, onLoss: () => this.lose() })
    if (this.isClosed) return release?.()
    if (!release) return this.set({ phase: 'ELSEWHERE' })
    this.release = release
    const releaseWrites = await takeTabLock(WRITE_LOCK, { force: true, waitMs: HANDOVER_MS })
    if (!this.sells(release)) return releaseWrites?.()
    this.releaseWrites = releaseWrites
    await this.load(this.db)
  }

  /** Reports whether this store is open and still holds this lock. */
  private sells(lock: (() => void) | undefined): boolean {
    return !this.isClosed && lock !== undefined && this.release === lock
  }

  close(): void {
    this.isClosed = true
    this.pause()
    const before = leaving
    leaving = this.leave().then(() => before)
  }

  private async leave(): Promise<void> {
    await this.handOver()
    this.db?.close()
    this.release?.()
    this.release = undefined
  }

  /**
   * Waits for a sale that is being closed before releasing the write lock: the next store would send that sale as
   * offline, even if the server refuses it now.
   */
  private async handOver(): Promise<void> {
    const release = this.releaseWrites
    this.releaseWrites = undefined
    await this.closing
    await this.writes
    release?.()
  }

  private pause(): void {
    this.sender?.stop()
    clearInterval(this.refreshing)
  }

  /** Another tab has taken the lock. */
  private lose(): void {
    this.pause()
    this.release = undefined
    this.set({ phase: 'ELSEWHERE' })
    void this.handOver()
  }

  private async load(db: DeviceDB): Promise<void> {
    const lock = this.release
    const [device, bills, catalog, products, customers] = await Promise.all([
      db.device(),
      db.bills(),
      db.catalog(),
      db.products(),
      db.customers(),
    ])
    if (!this.sells(lock)) return
    const current = bills.find(({ heldAt }) => !heldAt)
    this.set({
      phase: device ? (catalog ? 'READY' : 'LOADING') : 'NEW',
      device,
      goods: new CatalogIndex(products),
      taxes: catalog?.taxes ?? [],
      shop: catalog?.shop ?? NO_SHOP,
      pricesOf: catalog?.at,
      customers,
      bill: current ?? newBill(),
      held: bills.filter((bill) => bill !== current),
    })
    if (device) await this.start(db, device)
  }

  private async start(db: DeviceDB, device: Device): Promise<void> {
    const lock = this.release
    const sender = new OutboxSender(db, device, (change) => this.set(change))
    this.sender = sender
    await sender.start()
    if (!this.sells(lock)) return
    clearInterval(this.refreshing)
    this.refreshing = setInterval(() => void this.refresh(), REFRESH_MS)
    // Wait for a first catalog: until then every scan would be unknown.
    await Promise.all([this.refresh(true), this.catchUp(db, device)])
    if (this.sells(lock) && this.state.phase === 'LOADING') this.set({ phase: 'READY' })
  }

  /** Registers this browser as a counter of the shop. */
  async register(name: string): Promise<void> {
    const { db } = this
    if (!db) return
    const key = this.registrationKey
    const { device, series } = await registerDevice({ name, key })
    const registered = { device, name, key, series: series.prefix, next: { [series.year]: series.next } }
    await db.saveDevice(registered)
    this.set({ phase: 'LOADING', device: registered })
    await this.start(db, registered)
  }

  /**
   * Raises the next bill numbers to those that the server expects: this browser's database may have lost its last
   * sales.
   */
  private async catchUp(db: DeviceDB, { device: id }: Device): Promise<void> {
    const lock = this.release
    const known = await getDevice(id).catch(() => undefined)
    if (!known || !this.sells(lock)) return
    this.set({ device: await db.raiseNext(known.series.year, known.series.next) })
  }

  /** Fetches changes of products and prices, and with `withCustomers` the customers. */
  async refresh(withCustomers = false): Promise<void> {
    const { db, release: lock } = this
    try {
      const since = (await db?.catalog())?.version
      const catalog = await getCatalog(since)
      if (!db || !this.sells(lock)) return
      await this.take(db, catalog, since)
      if (withCustomers) await this.refreshCustomers()
      this.sender?.online()
    } catch (error) {
      if (!this.isClosed) this.sender?.failed(error)
    }
  }

  private async take(db: DeviceDB, catalog: Catalog, since: string | undefined): Promise<void> {
    const at = new Date().toISOString()
    const unchanged = catalog.version === since && !catalog.full
    const products = await db.saveCatalog(catalog, at)
    const goods = unchanged ? this.state.goods : new CatalogIndex(products)
    this.set({ goods, taxes: catalog.taxes, shop: catalog.shop, pricesOf: at })
    this.edit((bill) => withGoods(bill, goods))
  }

  private async refreshCustomers(): Promise<void> {
    const customers = await getCustomers()
    await this.db?.saveCustomers(customers)
    this.set({ customers })
    this.edit((bill) => withCustomers(bill, customers))
  }

  /** Changes the current bill. */
  edit(change: (bill: OpenBill) => OpenBill): void {
    const bill = change(this.state.bill)
    // Another tab may have sold this bill.
    if (bill === this.state.bill || this.state.phase === 'ELSEWHERE') return
    this.set({ bill })
    this.write((db) =>
      bill.lines.length > 0 || bill.customer || bill.buyer ? db.saveBill(bill) : db.removeBill(bill.id),
    )
  }

  private write(change: (db: DeviceDB) => Promise<void>): void {
    const { db } = this
    if (db) this.writes = this.writes.then(() => change(db)).catch(() => this.set({ phase: 'BLOCKED' }))
  }

  /** Puts the current bill on hold under a name. */
  hold(name: string): void {
    const { bill, held } = this.state
    if (bill.lines.length === 0) return
    const put = { ...bill, name, heldAt: new Date().toISOString() }
    this.set({ bill: newBill(), held: [...held, put] })
    this.write((db) => db.saveBill(put))
  }

  /** Makes room for another current bill: puts this one on hold, or deletes it if it has no lines. */
  private putAside(name: string): void {
    const { bill } = this.state
    if (bill.lines.length > 0) this.hold(name)
    else this.write((db) => db.removeBill(bill.id))
  }

  /** Resumes a held bill. The current bill is put on hold in its place. */
  takeUp(id: string): void {
    const { bill, held } = this.state
    const chosen = held.find((heldBill) => heldBill.id === id)
    if (!chosen) return
    this.putAside(bill.customer?.name ?? '')
    // Held bills do not follow the catalog and the khatas: update this one.
    const { goods, customers } = this.state
    const taken = withCustomers(withGoods({ ...chosen, heldAt: undefined }, goods), customers)
    this.set({ bill: taken, held: this.state.held.filter((heldBill) => heldBill.id !== id) })
    this.write((db) => db.saveBill(taken))
  }

  dropHeld(id: string): void {
    this.set({ held: this.state.held.filter((heldBill) => heldBill.id !== id) })
    this.write((db) => db.removeBill(id))
  }

  /** Creates a product for an unknown code; it is sent before the sales that contain it. */
  async addProduct(code: string, name: string, mrp: number): Promise<void> {
    const key = objectId()
    const product = {
      _id: key,
      name,
      unit: '',
      price: mrp,
      discount: 0,
      stock: 0,
      barcodes: [code],
      tax: NO_TAX,
    }
    await this.sender?.add({ kind: 'PRODUCT', body: { name, mrp, barcode: code, key } })
    this.learn(code, product)
  }

  /** Adds a code to an existing product. */
  async addCode(code: string, product: CounterProduct): Promise<void> {
    await this.sender?.add({ kind: 'BARCODE', product: product._id, body: { barcode: code } })
    this.learn(code, { ...product, barcodes: [...(product.barcodes ?? []), code] })
  }

  private learn(code: string, product: CounterProduct): void {
    this.set({ goods: this.state.goods.with(product) })
    this.edit((bill) => withKnownCode(bill, code, product))
    this.write((db) => db.saveProduct(product))
  }

  /** Reports whether the current bill must name a buyer and does not. */
  lacksBuyer(): boolean {
    const { bill, shop, taxes } = this.state
    return lacksBuyer(bill, this.sums(), taxes, isRegistered(shop))
  }

  sums(): BillSums {
    const { bill, shop, taxes } = this.state
    return sumsOf(bill, { roundOff: shop.roundOff, taxes, isRegistered: isRegistered(shop) })
  }

  /**
   * Closes the current bill: numbers it and stores it in the outbox before sending anything. If the server refuses it
   * while the customer is waiting, the bill becomes current again and its number is free.
   */
  pay(parts: PaidPart[], override?: boolean): Promise<PayResult> {
    const paying = this.closeAndSend(parts, override)
    this.closing = paying.catch(() => undefined)
    return paying
  }

  private async closeAndSend(parts: PaidPart[], override?: boolean): Promise<PayResult> {
    const { db, sender } = this
    if (!db || !sender || !this.release) throw new Error('The counter is not open.')
    const { bill } = this.state
    const closed = { bill, sums: this.sums(), parts, override }
    // Scans from here on belong to the next bill.
    this.set({ bill: newBill(), isClosing: true })
    try {
      const sale = await this.closeBill(db, closed)
      const entry = sale.entry as SaleEntry
      const refused = await sender.close(entry, () => this.reopen(db, bill, sale))
      if (refused !== undefined) return { refused }
      return { sale: this.state.sales.find(({ seq }) => seq === entry.seq) ?? entry }
    } finally {
      this.set({ isClosing: false })
    }
  }

  private async closeBill(db: DeviceDB, closed: ClosedBill): Promise<ClosedSale> {
    const { bill } = closed
    const at = new Date()
    const year = seriesYear(at)
    const { taxes, shop } = this.state
    const numbers = shop.billed ? numbersOf(bill, taxes, isRegistered(shop)) : 0
    await this.writes
    try {
      const sale = await db.closeBill(bill.id, year, numbers, (count, { device: id, series }) => ({
        kind: 'SALE',
        body: saleBody(closed, {
          device: id,
          key: bill.id,
          at: at.toISOString(),
          sellerId: userId.read(),
          ...(shop.billed && { number: billNumber(series, year, count), numbers }),
        }),
        facts: saleFacts(closed),
      }))
      this.set({ device: sale.device })
      return sale
    } catch (error) {
      this.resume(bill)
      throw error
    }
  }

  private async reopen(db: DeviceDB, bill: OpenBill, sale: ClosedSale): Promise<boolean> {
    const device = await db.reopenBill(bill, sale)
    if (!device) return false
    this.resume(bill)
    this.set({ device })
    // The refusal may be due to a changed price or limit.
    if (this.sells(this.release)) void this.refresh(true)
    return true
  }

  /** Makes a bill that could not be closed the current bill again; what was scanned meanwhile is put on hold. */
  private resume(bill: OpenBill): void {
    this.putAside('')
    this.set({ bill })
  }

  /** Corrects the payment method of a sale that the server has; the bill is unchanged. */
  async correctPayment(sale: SaleEntry, order: string, part: PaidPart): Promise<void> {
    await putPayments(order, [sentPart(part)])
    await this.sender?.correct(sale, [part])
  }

  /** Removes a refused call from the outbox once a user has seen it. */
  async dismiss(seq: number): Promise<void> {
    await this.sender?.dismiss(seq)
  }

  /** Returns the data of sales that the server does not have yet, which count towards khata balances. */
  waiting() {
    return this.state.sales
      .filter((sale) => isSale(sale) && sale.state === 'WAITING')
      .map(({ facts }) => facts)
  }
}

/** Returns a new id in the server's format. */
function objectId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
