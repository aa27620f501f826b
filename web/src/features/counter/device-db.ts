import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Catalog, CounterShop } from './api'
import type { CounterCustomer, CounterProduct, CounterTax, OpenBill } from './counter'
import { type Call, type Entry, isSale } from './outbox'

const NAME = 'kirana-counter'
const VERSION = 1

/** This browser as a registered counter, with the next bill number of each financial year. */
export type Device = {
  device: string
  name: string
  key: string
  series: string
  next: Record<string, number>
}

/** A sale in the outbox with its bill numbers: `numbers` consecutive ones from `count` on. */
export type ClosedSale = { entry: Entry; device: Device; year: string; count: number; numbers: number }

/** The catalog on the device, without its products. */
export type CatalogState = { version: string; at: string; taxes: CounterTax[]; shop: CounterShop }

interface Schema extends DBSchema {
  values: { key: 'device' | 'catalog' | 'customers'; value: Device | CatalogState | CounterCustomer[] }
  /** Several hundred products per record: reading 30,000 single records takes seconds. */
  products: { key: number; value: CounterProduct[] }
  bills: { key: string; value: OpenBill }
  outbox: { key: number; value: Entry }
}

const CHUNK = 500

/** The counter's database in the browser. It survives a closed tab and a power failure. */
export class DeviceDB {
  private chunks: CounterProduct[][] = []

  private constructor(private readonly db: IDBPDatabase<Schema>) {}

  static async open(): Promise<DeviceDB> {
    const db = await openDB<Schema>(NAME, VERSION, {
      upgrade(fresh) {
        fresh.createObjectStore('values')
        fresh.createObjectStore('products')
        fresh.createObjectStore('bills', { keyPath: 'id' })
        fresh.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      },
    })
    return new DeviceDB(db)
  }

  close(): void {
    this.db.close()
  }

  /** Deletes this browser's counter, for tests. */
  static remove(): Promise<void> {
    return deleteDB(NAME)
  }

  device(): Promise<Device | undefined> {
    return this.db.get('values', 'device') as Promise<Device | undefined>
  }

  async saveDevice(device: Device): Promise<void> {
    await this.db.put('values', device, 'device')
  }

  /** Raises the next number of a year to one that the server knows. */
  async raiseNext(year: string, next: number): Promise<Device> {
    const tx = this.db.transaction('values', 'readwrite')
    const before = (await tx.store.get('device')) as Device
    const device = { ...before, next: { ...before.next, [year]: Math.max(next, before.next[year] ?? 1) } }
    await Promise.all([tx.store.put(device, 'device'), tx.done])
    return device
  }

  bills(): Promise<OpenBill[]> {
    return this.db.getAll('bills')
  }

  async saveBill(bill: OpenBill): Promise<void> {
    await this.db.put('bills', bill)
  }

  async removeBill(id: string): Promise<void> {
    await this.db.delete('bills', id)
  }

  outbox(): Promise<Entry[]> {
    return this.db.getAll('outbox')
  }

  async saveEntries(entries: Entry[], expired: Entry[] = []): Promise<void> {
    const tx = this.db.transaction('outbox', 'readwrite')
    await Promise.all([
      ...entries.map((entry) => tx.store.put(entry)),
      ...expired.map(({ seq }) => tx.store.delete(seq)),
      tx.done,
    ])
  }

  /** Appends a call to the outbox. */
  async addCall(call: Call): Promise<Entry> {
    const seq = await this.db.add('outbox', { ...call, state: 'WAITING' } as Entry)
    return { ...call, state: 'WAITING', seq }
  }

  /** Numbers the bill, puts the sale into the outbox and removes the bill from the open ones, in one transaction. */
  async closeBill(
    billId: string,
    year: string,
    numbers: number,
    saleOf: (count: number, device: Device) => Call,
  ): Promise<ClosedSale> {
    const tx = this.db.transaction(['values', 'bills', 'outbox'], 'readwrite', { durability: 'strict' })
    const before = (await tx.objectStore('values').get('device')) as Device
    const count = before.next[year] ?? 1
    const device = { ...before, next: { ...before.next, [year]: count + numbers } }
    const call = saleOf(count, before)
    const seq = await tx.objectStore('outbox').add({ ...call, state: 'WAITING' } as Entry)
    await Promise.all([
      tx.objectStore('values').put(device, 'device'),
      tx.objectStore('bills').delete(billId),
      tx.done,
    ])
    return { entry: { ...call, state: 'WAITING', seq }, device, year, count, numbers }
  }

  /**
   * Reverts closeBill for a sale that the server refused while the customer was present: its number is free again. Changes
   * nothing and resolves to undefined if another tab has sent the sale or given a later number since.
   */
  async reopenBill(
    bill: OpenBill,
    { entry: { seq }, year, count, numbers }: ClosedSale,
  ): Promise<Device | undefined> {
    const tx = this.db.transaction(['values', 'bills', 'outbox'], 'readwrite')
    const outbox = tx.objectStore('outbox')
    const [sale, ...later] = await outbox.getAll(IDBKeyRange.lowerBound(seq))
    if (sale?.seq !== seq || sale.state !== 'WAITING' || later.some(isSale)) return undefined
    const before = (await tx.objectStore('values').get('device')) as Device
    // The server may know later numbers (raiseNext).
    const isLast = before.next[year] === count + numbers
    const device = isLast ? { ...before, next: { ...before.next, [year]: count } } : before
    await Promise.all([
      tx.objectStore('values').put(device, 'device'),
      tx.objectStore('bills').put(bill),
      outbox.delete(seq),
      tx.done,
    ])
    return device
  }

  catalog(): Promise<CatalogState | undefined> {
    return this.db.get('values', 'catalog') as Promise<CatalogState | undefined>
  }

  async customers(): Promise<CounterCustomer[]> {
    return ((await this.db.get('values', 'customers')) as CounterCustomer[] | undefined) ?? []
  }

  async saveCustomers(customers: CounterCustomer[]): Promise<void> {
    await this.db.put('values', customers, 'customers')
  }

  async products(): Promise<CounterProduct[]> {
    const [keys, chunks] = await Promise.all([this.db.getAllKeys('products'), this.db.getAll('products')])
    this.chunks = []
    for (const [index, key] of keys.entries()) this.chunks[key] = chunks[index] ?? []
    return this.chunks.flat()
  }

  /** Stores a catalog or its changes, and returns all products after that. */
  async saveCatalog(catalog: Catalog, at: string): Promise<CounterProduct[]> {
    const changed = catalog.full ? this.replace(catalog.products) : this.merge(catalog)
    const { version, taxes, shop } = catalog
    const tx = this.db.transaction(['values', 'products'], 'readwrite')
    const store = tx.objectStore('products')
    if (catalog.full) void store.clear()
    await Promise.all([
      ...[...changed].map((chunk) => store.put(this.chunks[chunk] ?? [], chunk)),
      tx.objectStore('values').put({ version, at, taxes, shop }, 'catalog'),
      tx.done,
    ])
    return this.chunks.flat()
  }

  /** Stores a product that was created or changed here. */
  async saveProduct(product: CounterProduct): Promise<void> {
    for (const chunk of this.merge({ products: [product], deleted: [] }))
      await this.db.put('products', this.chunks[chunk] ?? [], chunk)
  }

  private replace(products: CounterProduct[]): Iterable<number> {
    this.chunks = []
    for (let from = 0; from < products.length; from += CHUNK)
      this.chunks.push(products.slice(from, from + CHUNK))
    return this.chunks.keys()
  }

  private merge({ products, deleted }: Pick<Catalog, 'products' | 'deleted'>): Iterable<number> {
    const fresh = new Map(products.map((product) => [product._id, product]))
    const gone = new Set(deleted)
    const changed = new Set<number>()
    for (const [index, chunk] of this.chunks.entries()) {
      if (!chunk.some(({ _id }) => fresh.has(_id) || gone.has(_id))) continue
      changed.add(index)
      this.chunks[index] = chunk
        .filter(({ _id }) => !gone.has(_id))
        .map((product) => {
          const next = fresh.get(product._id)
          fresh.delete(product._id)
          return next ?? product
        })
    }
    for (const product of fresh.values()) {
      const last = Math.max(0, this.chunks.length - 1)
      const chunk = (this.chunks[last]?.length ?? 0) < CHUNK ? last : last + 1
      this.chunks[chunk] = [...(this.chunks[chunk] ?? []), product]
      changed.add(chunk)
    }
    return changed
  }
}
