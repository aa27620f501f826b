import type { Page } from '@playwright/test'
import { apiAs, logInByAPI, tokensOf } from '../administration'
import { administrator, expect, test } from '../shop'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'allow',
  ownShop: 'counter',
})

const FLOUR = '8901030865275'
const LIST = ['Name,MRP,Category,Unit,Barcode', `Ragi flour,60,Staples,1 kg,${FLOUR}`].join('\n')

const shop = {
  legal: {
    name: 'Ganesh Kirana',
    fssai: '21520000000000',
    gst: 'UNREGISTERED',
    gstin: '',
    state: 'Maharashtra',
    grievance: 'Mahesh Jadhav, 90000 00031',
  },
}

interface Sale {
  createdAt: string
  paidBy: string
  bills: { number: string }[]
  payments: { by: string; amount: number }[]
}

/** Opens the counter of a shop that sells flour; its page is cached for offline use. */
async function openCounter(page: Page) {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', shop)
  const { accessToken } = await tokensOf(page, administrator)
  const response = await page.request.post('/api/product/import?stock=20', {
    headers: { Authorization: `Bearer ${accessToken}` },
    multipart: { file: { name: 'flour.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) } },
  })
  expect(response.ok(), await response.text()).toBe(true)
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/profile')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/dashboard/counter')
  await page.getByRole('button', { name: 'Make it a counter' }).click()
  await expect(page.getByText('All sent')).toBeVisible()
  return call
}

/**
 * Enters the code of flour. Real scans, faster than a busy machine types, are covered by component tests.
 * On a touch screen the field takes the focus only when it is pressed.
 */
async function scan(page: Page) {
  const field = page.getByRole('combobox', { name: 'Scan, or type a name or code' })
  if (test.info().project.use.isMobile) await field.tap()
  await expect(field).toBeFocused()
  await field.fill(FLOUR)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Lines, the last scan first' })).toContainText('Ragi flour')
}

const paid = (page: Page) => expect(page.getByRole('heading', { name: '₹60 paid' })).toBeVisible()

async function sellForCash(page: Page) {
  await scan(page)
  await page.keyboard.press('F9')
  await page.keyboard.press('Enter')
  await paid(page)
}

test('sales in cash, on the khata, in split payment and offline are recorded once each, at the time of the sale', async ({
  page,
  context,
}) => {
  const call = await openCounter(page)
  await sellForCash(page)

  await scan(page)
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Mobile' }).fill('90000 00071')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mahesh Pawar')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F9')
  await page.keyboard.press('k')
  await page.getByRole('button', { name: '₹60 on the khata' }).click()
  await paid(page)

  await scan(page)
  await page.keyboard.press('F9')
  await page.keyboard.press('s')
  await page.getByRole('textbox', { name: 'Cash' }).fill('20')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'UPI' })
    .getByRole('button', { name: 'the rest, ₹40' })
    .click()
  await page.getByRole('button', { name: 'Take ₹60' }).click()
  await paid(page)

  await context.setOffline(true)
  await sellForCash(page)
  await expect(page.getByText('1 to send')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 to send')).toBeVisible()
  await sellForCash(page)
  await expect(page.getByText('2 to send')).toBeVisible()
  const back = Date.now()
  await context.setOffline(false)
  await expect(page.getByText('All sent')).toBeVisible({ timeout: 40_000 })

  const { data } = await call<{ data: Sale[] }>('GET', '/api/order/checkouts?channel=COUNTER&limit=20')
  const sales = data.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  expect(sales.map(({ bills }) => bills[0]?.number.split('/').at(-1))).toEqual([
    '0001',
    '0002',
    '0003',
    '0004',
    '0005',
  ])
  expect(sales.map(({ payments }) => payments.map(({ by }) => by).sort())).toEqual([
    ['CASH'],
    ['KHATA'],
    ['CASH', 'UPI'],
    ['CASH'],
    ['CASH'],
  ])
  for (const { createdAt } of sales.slice(3)) expect(Date.parse(createdAt)).toBeLessThan(back)
})
