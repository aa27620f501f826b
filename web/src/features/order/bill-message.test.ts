import { expect, test } from 'vitest'
import type { components } from '@/schema'
import { billMessage } from './bill-message'

type Entry = components['schemas']['BillReference']

const bill = (change: Partial<Entry> = {}): Entry => ({
  number: 'GK/26-27/00641',
  kind: 'TAX_INVOICE',
  url: 'https://shop.example.in/b/token',
  creditFor: '',
  issuedAt: '2026-11-26T09:00:00Z',
  payable: 1382.5,
  // null for a valid bill, although the schema has no null.
  canceledAt: null as unknown as string,
  ...change,
})
const asha = { name: 'Asha', mobile: '98765 43210' }
const textOf = (address: string | undefined) => new URL(address ?? 'x:').searchParams.get('text')

test('a message has the name, and the number, sum and link of each bill that is not canceled', () => {
  const address = billMessage(asha, 'Ganesh Kirana & Sons', [
    bill(),
    bill({ number: 'GK/26-27/00642', payable: 60, url: 'https://shop.example.in/b/other' }),
    bill({ number: 'GK/26-27/00640', canceledAt: '2026-11-26T09:01:00Z' }),
    bill({ number: 'GKC/26-27/00001', kind: 'CREDIT_NOTE' }),
  ])
  expect(address).toMatch(/^https:\/\/wa\.me\/919876543210\?text=/)
  expect(textOf(address)).toBe(
    'Namaste Asha, your bill from Ganesh Kirana & Sons:\n' +
      'GK/26-27/00641, ₹1,382.50: https://shop.example.in/b/token\n' +
      'GK/26-27/00642, ₹60: https://shop.example.in/b/other',
  )
})

test('there is no message without a bill, a link or a number', () => {
  expect(billMessage(asha, 'Shop', [])).toBeUndefined()
  expect(billMessage(asha, 'Shop', [bill({ url: '' })])).toBeUndefined()
  expect(billMessage({ name: 'Asha', mobile: '' }, 'Shop', [bill()])).toBeUndefined()
})
