import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, open } from './browser-screen'
import { type MockResponse, type MockResponses, okResponse } from './mock-server'

export const SALE = 'POST /api/counter/sales'
export const RETURN = 'POST /api/counter/returns'
export const milk = {
  _id: 'milk',
  name: 'Full Cream Milk',
  unit: '1 L',
  price: 69,
  discount: 0,
  stock: 20,
  barcodes: ['8901234567894'],
  tax: 0,
}
const oil = {
  _id: 'oil',
  name: 'Mustard Oil',
  unit: '1 L',
  price: 190,
  discount: 12,
  stock: 0,
  barcodes: ['8902345678905'],
  tax: 1,
}
const tomato = {
  _id: 'tomato',
  name: 'Tomato',
  unit: '500 g',
  price: 28,
  discount: 0,
  stock: 5,
  itemCode: '1',
  tax: 0,
}
const onion = {
  ...tomato,
  _id: 'onion',
  name: 'Onion',
  unit: '250 g',
  price: 11.25,
  itemCode: '42',
  grams: 250,
}
const tax = (rate: number) => ({
  hsn: '0401',
  rate,
  cess: 0,
  treatment: rate ? 'TAXABLE' : 'EXEMPT',
  base: 'PRICE',
  lack: '',
})
export const mahesh = {
  _id: 'mahesh',
  name: 'Mahesh Pawar',
  mobile: '9000000071',
  balance: 4820,
  limit: 5000,
}

export const catalog = (change: object = {}) =>
  okResponse({
    version: 'v1',
    full: true,
    deleted: [],
    taxes: [tax(0), tax(5)],
    products: [milk, oil, tomato, onion],
    shop: {
      seller: {
        standing: 'REGISTERED',
        name: 'Ganesh',
        address: '',
        gstin: '27AAAPK0000A1ZX',
        state: '27',
        fssai: '',
        phone: '',
        sentence: '',
      },
      roundOff: true,
      discountLimit: 5,
      billed: true,
      upi: { vpa: 'ganesh@okbank', name: 'Ganesh' },
      khataLimit: 500,
      weightBarcodes: [{ prefix: '2', kind: 'WEIGHT', item: [3, 7], value: [8, 12], decimals: 3 }],
    },
    ...change,
  })
export const device = okResponse({
  device: 'dev1',
  name: 'Counter 1',
  series: { prefix: 'C1', year: '2627', next: 1 },
})
export const taken = (id = 'order1'): MockResponse => ({
  ...okResponse({ _id: id, number: 1042 }),
  status: 201,
})

export async function openCounter(responses: MockResponses = {}, size = DESKTOP, isNew = true) {
  const opened = await open('/dashboard/counter', {
    as: 'administrator',
    size,
    responses: {
      'POST /api/counter/devices': device,
      'GET /api/counter/devices/dev1': device,
      'GET /api/counter/catalog': catalog(),
      'GET /api/counter/customers': okResponse([mahesh]),
      [SALE]: taken(),
      ...responses,
    },
  })
  if (isNew) await page.getByRole('button', { name: 'Make it a counter' }).click()
  await expect.element(page.getByText('All sent')).toBeVisible()
  return opened
}

/** The pause in ms from a scan to the test's next key, which would otherwise belong to the scan: people pause 80 ms or more. */
const PAUSE_AFTER_MS = 80

/**
 * Simulates a scanner: `gap` ms between the keys' own times and `pause` before the seventh. The times end PAUSE_AFTER_MS ago.
 * Each key goes to the focused element unless its event is canceled.
 */
export function scan(code: string, { gap = 5, enters = 1, pause = 0 } = {}): void {
  const keys = [...code, ...Array.from({ length: enters }, () => 'Enter')]
  let at = performance.now() - PAUSE_AFTER_MS - gap * keys.length - pause
  for (const [index, key] of keys.entries()) {
    at += gap
    if (index === 6) at += pause
    const target = document.activeElement ?? document.body
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    if (target.dispatchEvent(event) && key.length === 1) document.execCommand('insertText', false, key)
  }
}

export const lines = () => page.getByRole('region', { name: 'Lines, the last scan first' })
export const field = () => page.getByRole('combobox')
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const sales = (requests: { call: string; body: unknown }[]) =>
  requests.filter(({ call }) => call === SALE).map(({ body }) => body as Sale)
export type Sale = {
  key: string
  number: string
  at: string
  sentAt: string
  offline?: boolean
  lines: { productId: string; quantity: number }[]
  customer?: { name?: string; mobile?: string }
  buyer?: object
  payments: object[]
}
