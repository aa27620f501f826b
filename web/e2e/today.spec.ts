import type { Page } from '@playwright/test'
import { type Call, elsewhere, enter, type Named } from './administration'
import { barriers } from './barriers'
import { administrator, expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'today' })

interface Checkout {
  _id: string
  number: number
  stage: string
  totalAmt: number
}

/** Orders as somebody who has an address; answers the order. */
async function order(page: Page, call: Call): Promise<Checkout> {
  const buy = await elsewhere(page, shopper)
  const { data: address } = await buy<{ data: Named }>('POST', '/api/address/create', {
    address_line: '7, Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  })
  const { data: goods } = await buy<{ data: Named[] }>(
    'GET',
    '/api/product/getAll?inStock=true&page=1&limit=2',
  )
  const { data: rows } = await buy<{ data: { checkoutNumber: number }[] }>('POST', '/api/order/cod', {
    list_items: goods.map(({ _id }) => ({ productId: _id, quantity: 1 })),
    totalQty: goods.length,
    addressId: address._id,
  })
  return (await call<{ data: Checkout }>('GET', `/api/order/checkout/${rows[0]?.checkoutNumber}`)).data
}

async function clearDesk(call: Call) {
  const { data } = await call<{ data: Checkout[] }>('GET', '/api/order/checkouts?stage=OPEN&limit=100')
  for (const { _id, stage } of data)
    await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'DONE' })
}

async function openToday(page: Page) {
  await enter(page, administrator)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs you now' })).toBeVisible()
}

const needs = (page: Page) => page.getByRole('region', { name: 'Needs you now' })
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

test('the day begins with what needs somebody, and one press leads there', async ({ page }) => {
  const call = await elsewhere(page)
  await clearDesk(call)
  await openToday(page)
  await expect(needs(page).getByText(/new order/)).toHaveCount(0)
  const { number, totalAmt } = await order(page, call)
  await page.reload()
  await expect(needs(page).getByRole('heading', { name: '1 new order' })).toBeVisible()
  await expect(needs(page)).toContainText(`₹${totalAmt.toLocaleString('en-IN')}`)
  await expect(figure(page, 'Cash in')).toContainText('still to come')
  await needs(page)
    .getByRole('link', { name: /^Open the desk/ })
    .click()
  await expect(page).toHaveURL(/\/dashboard\/desk\?show=NEW/)
  await expect(page.getByRole('link', { name: `#${number}`, exact: true })).toBeVisible()
})

test('the cash of the day is counted, kept and corrected', async ({ page }) => {
  const call = await elsewhere(page)
  await clearDesk(call)
  const { _id, stage } = await order(page, call)
  await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'OUT', rider: 'Bala' })
  await call('PUT', `/api/order/checkout/${_id}/stage`, { from: 'OUT', to: 'DONE' })
  const { data: day } = await call<{ data: { expected: number } }>('GET', '/api/report/day')
  await openToday(page)
  const panel = page.getByRole('region', { name: 'Cash of the day' })
  await expect(panel).toContainText('Bala')
  await panel.getByRole('button', { name: /^(Count the cash|Correct the count)$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Count the cash' })
  const field = dialog.getByRole('textbox', { name: 'What is there' })
  await field.fill('a lot')
  await dialog.getByRole('button', { name: 'Keep the count' }).click()
  await expect(dialog).toContainText('Please enter the amount in rupees')
  await expect(field).toHaveValue('a lot')
  await field.fill(String(day.expected - 50))
  await expect(dialog.getByRole('status')).toHaveText('₹50 are missing.')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Bala brings it tomorrow')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep the count' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('Missing')
  await expect(panel).toContainText('Bala brings it tomorrow')
  await panel.getByRole('button', { name: 'Correct the count' }).click()
  await field.fill(String(day.expected))
  await dialog.getByRole('button', { name: 'Keep the count' }).click()
  await expect(panel).toContainText('It adds up')
})

test('a page left while it scrolls its chart leaves no error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.addInitScript(() => {
    // What newer browsers return.
    const scrollTo = Element.prototype.scrollTo
    Element.prototype.scrollTo = function (this: Element, ...place: unknown[]) {
      ;(scrollTo as (...place: unknown[]) => void).apply(this, place)
      return Promise.resolve()
    } as unknown as typeof scrollTo
  })
  await openToday(page)
  await expect(page.getByRole('heading', { name: 'Sales, last 30 days' })).toBeVisible()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toHaveCount(0)
  expect(errors).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the day has no barriers, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    const call = await elsewhere(page)
    await order(page, call)
    await openToday(page)
    await expect(page.getByRole('region', { name: 'Cash of the day' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
