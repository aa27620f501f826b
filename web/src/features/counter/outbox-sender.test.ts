import { afterEach, expect, test, vi } from 'vitest'
import type { CounterState } from './counter-store'
import type { Device, DeviceDB } from './device-db'
import type { Call, SaleEntry } from './outbox'
import { OutboxSender } from './outbox-sender'

const DEVICE: Device = { device: 'd', name: 'Counter 1', key: 'k', series: 'C1', next: {} }

const sale = (seq: number): SaleEntry => ({
  kind: 'SALE',
  seq,
  state: 'WAITING',
  body: { device: 'd', key: `key-${seq}`, at: '2026-11-26T13:00:00Z', lines: [], payments: [] },
  facts: { lines: [], total: 0, roundOff: 0, payable: 0, parts: [] },
})

/** Starts a sender without network whose database stores nothing before `store()`. */
async function heldSender() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  let store = () => {}
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  const saveEntries = vi.fn(() => stored)
  const addCall = (call: Call) => stored.then(() => ({ ...call, state: 'WAITING', seq: 3 }))
  const db = { outbox: () => Promise.resolve([sale(1)]), saveEntries, addCall }
  let state: Partial<CounterState> = {}
  const sender = new OutboxSender(db as unknown as DeviceDB, DEVICE, (change) => {
    state = { ...state, ...change }
  })
  await sender.start()
  const shown = () => state.sales?.map(({ seq }) => seq)
  return { sender, store: () => store(), saveEntries, shown }
}

afterEach(() => vi.unstubAllGlobals())

test('a sale that is closed while the outcome of another is stored stays in the outbox', async () => {
  const { sender, store, saveEntries, shown } = await heldSender()
  await vi.waitFor(() => expect(saveEntries).toHaveBeenCalled())
  await sender.close(sale(2), async () => true)
  store()
  await vi.waitFor(() => expect(shown()).toEqual([2, 1]))
  sender.failed(new TypeError('offline'))
  expect(shown()).toEqual([2, 1])
  sender.stop()
})

test('a sale that is closed while a new product is stored stays in the outbox', async () => {
  const { sender, store, shown } = await heldSender()
  const added = sender.add({ kind: 'PRODUCT', body: { name: 'Ragi flour', mrp: 60, barcode: '', key: 'p' } })
  await sender.close(sale(2), async () => true)
  store()
  await added
  sender.failed(new TypeError('offline'))
  expect(shown()).toEqual([2, 1])
  sender.stop()
})
