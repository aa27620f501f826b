import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeviceDB } from '@/features/counter/device-db'
import { button, openCounter, scan } from './counter-screen'
import { administrator, okResponse } from './mock-server'

beforeEach(() => DeviceDB.remove())

const line = (change: object) => ({
  row: 'r1',
  productId: 'milk',
  name: 'Full Cream Milk',
  unit: '1 L',
  quantity: 2,
  gross: 138,
  returnable: 2,
  ...change,
})
const LITERS = line({})
const ORDER = { _id: 'o', number: 1, paidBy: 'CASH' }

/** Opens a counter whose server knows the bills C1/2627/0001 and C1/2627/0002, both of one line. */
const openWithBills = (bought = LITERS, order: object = ORDER, staffRole = 'MANAGER') => {
  const bill = (number: string) => ({
    number,
    order: 1,
    payable: 138,
    buyer: { name: 'Asha' },
    lines: [bought],
  })
  return openCounter({
    'GET /api/user/user-details': okResponse({ ...administrator, staffRole }),
    'GET /api/bills/C1-2627-0001': okResponse(bill('C1/2627/0001')),
    'GET /api/bills/C1-2627-0002': okResponse(bill('C1/2627/0002')),
    'GET /api/bills': okResponse([bill('C1/2627/0001'), bill('C1/2627/0002')]),
    'GET /api/order/checkout/1': okResponse(order),
  })
}

/** Opens the return of a bill. */
async function takeBack(number: string): Promise<void> {
  await userEvent.keyboard('{F7}')
  await page.getByRole('textbox', { name: 'Number of the bill, or mobile' }).fill('C1')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: number }).click()
  await expect.element(page.getByText(/can come back/)).toBeVisible()
}

test('a scan selects goods of the displayed bill only, not of the next one', async () => {
  await openWithBills()
  await takeBack('C1/2627/0001')
  scan('8901234567894')
  await expect.element(button('Give back ₹69')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await takeBack('C1/2627/0002')
  await expect.element(page.getByRole('checkbox', { name: /Full Cream Milk/ })).not.toBeChecked()
  await expect.element(button('Give back ₹69')).not.toBeInTheDocument()
})

test('a returned weight is typed in kilograms', async () => {
  await openWithBills(
    line({
      productId: 'onion',
      name: 'Onion',
      unit: '250 g',
      uqc: 'KGS',
      quantity: 1.25,
      gross: 56.25,
      returnable: 1.25,
    }),
  )
  await takeBack('C1/2627/0001')
  await page.getByRole('checkbox', { name: /Onion/ }).click()
  await expect.element(button('Give back ₹56.25')).toBeVisible()
  const weight = page.getByRole('spinbutton', { name: 'Kilograms' })
  await weight.tripleClick()
  await userEvent.keyboard('0.5')
  await expect.element(weight).toHaveValue(0.5)
  await expect.element(button('Give back ₹22.50')).toBeVisible()
})

test('in a shop that rounds, a refund is whole rupees, as the server records it', async () => {
  const order = {
    ...ORDER,
    rounded: true,
    totalAmt: 22.5,
    roundOff: 0.5,
    collectAmt: 0,
    refundDue: 0,
    rows: [{ payment_status: 'PAID', delivery_status: 'DELIVERED', totalAmt: 22.5 }],
  }
  await openWithBills(line({ gross: 22.5 }), order)
  await takeBack('C1/2627/0001')
  await page.getByRole('checkbox', { name: /Full Cream Milk/ }).click()
  // ₹23 were paid; one piece of ₹11.25 is kept for ₹11.
  await expect.element(button('Give back ₹12')).toBeVisible()
})

test('a packer takes back what was sold at the counter today, and nothing else', async () => {
  const now = Date.now()
  const sold = (channel: string, at: number) => ({ ...ORDER, channel, createdAt: new Date(at).toISOString() })
  const opened = await openWithBills(LITERS, sold('COUNTER', now), 'PACKER')
  await takeBack('C1/2627/0001')
  scan('8901234567894')
  await expect.element(button('Give back ₹69')).toBeVisible()
  for (const order of [sold('COUNTER', now - 24 * 3600_000), sold('ONLINE', now)]) {
    await userEvent.keyboard('{Escape}')
    opened.responses['GET /api/order/checkout/1'] = okResponse(order)
    await userEvent.keyboard('{F7}')
    await page.getByRole('textbox', { name: 'Number of the bill, or mobile' }).fill('C1')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'C1/2627/0001' }).click()
    await expect.element(page.getByText(/Only the owner or a manager can take back/)).toBeVisible()
    expect(page.getByRole('checkbox').elements()).toEqual([])
  }
})
