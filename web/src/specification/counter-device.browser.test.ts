import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeviceDB } from '@/features/counter/device-db'
import { userId } from '@/lib/stored-value'
import { DESKTOP, open } from './browser-screen'
import { button, catalog, device, lines, milk, openCounter, SALE, sales, scan } from './counter-screen'
import { okResponse } from './mock-server'

const REGISTER = 'POST /api/counter/devices'

beforeEach(() => DeviceDB.remove())

test('a held bill resumed in place of a bill with only a customer is the current bill after a reload', async () => {
  // Later keys sort first: the browser lists the bills by key.
  let left = 0xffff
  const keys = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => `${(left--).toString(16)}-0-0-0-0`)
  onTestFinished(() => keys.mockRestore())
  await openCounter()
  scan('8901234567894')
  await userEvent.keyboard('{F4}Neha{Enter}')
  await userEvent.keyboard('{F2}')
  await page.getByRole('textbox', { name: 'Mobile' }).fill('0071')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('khata ₹4,820 of ₹5,000')).toBeVisible()
  await page.getByRole('button', { name: 'Neha ₹69' }).click()
  await expect.element(button('Pay ₹69')).toBeVisible()
  await openCounter({}, DESKTOP, false)
  await expect.element(button('Pay ₹69')).toBeVisible()
})

test('a resumed bill has the current prices', async () => {
  const { responses } = await openCounter()
  scan('8901234567894')
  await userEvent.keyboard('{F4}Neha{Enter}')
  responses['GET /api/counter/catalog'] = catalog({
    version: 'v2',
    full: false,
    products: [{ ...milk, price: 72 }],
  })
  // The dialog refreshes the catalog.
  await userEvent.keyboard('{F2}{Escape}')
  scan('8901234567894')
  await expect.element(button('Pay ₹72')).toBeVisible()
  await page.getByRole('button', { name: 'Neha ₹69' }).click()
  await expect.element(button('Pay ₹72')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'On hold ₹72' })).toBeVisible()
})

test('a device whose registration got no response is registered again under the same key', async () => {
  const { responses, requests } = await open('/dashboard/counter', {
    as: 'administrator',
    responses: {
      [REGISTER]: 'unreachable',
      'GET /api/counter/devices/dev1': device,
      'GET /api/counter/catalog': catalog(),
      'GET /api/counter/customers': okResponse([]),
    },
  })
  await button('Make it a counter').click()
  await expect.element(page.getByText('The shop did not answer.')).toBeVisible()
  responses[REGISTER] = device
  await button('Make it a counter').click()
  await expect.element(page.getByText('All sent')).toBeVisible()
  const keys = requests.flatMap(({ call, body }) =>
    call === REGISTER ? [(body as { key: string }).key] : [],
  )
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a sale without the network names who sold it, though another login sends it', async () => {
  const { responses, requests } = await openCounter()
  const sell = responses[SALE]
  const seller = userId.read()
  responses[SALE] = 'unreachable'
  scan('8901234567894')
  await expect.element(lines()).toBeVisible()
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByText('1 to send')).toBeVisible()
  userId.write('sunita000000')
  responses[SALE] = sell ?? 'unreachable'
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('All sent')).toBeVisible()
  expect(seller).toBeTruthy()
  expect(sales(requests).at(-1)).toMatchObject({ offline: true, sellerId: seller })
})
