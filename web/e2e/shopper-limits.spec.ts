import type { Page } from '@playwright/test'
import { apiAs, logInByAPI } from './administration'
import { axeViolations } from './axe-violations'
import { expect, shopper, test } from './shop'
import { addFirst } from './steps'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

const NO_LIMITS = {
  hours: [],
  holidays: [],
  preorders: false,
  minOrder: 0,
  pincodes: [],
  deliveryNote: '',
  upiId: '',
  pay: { cod: true, online: true, upi: true },
}

const set = async (page: Page, settings: object) => (await apiAs(page))('PUT', '/api/settings', settings)

/** Settings of a shop that opens daily at 7 am, but not today. */
const closedToday = () => ({
  hours: Array.from({ length: 7 }, () => ['07:00', '22:00']),
  holidays: [new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' })],
})

test.afterEach(async ({ page }) => {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', NO_LIMITS)
  await call('PUT', '/api/settings/pause', { until: null })
})

/** Fills the cart as a shopper whose latest address is in 411038. */
async function fillCart(page: Page) {
  await logInByAPI(page, shopper)
  const buy = await apiAs(page, shopper)
  await buy('POST', '/api/address/create', {
    address_line: 'B-204, Shivneri',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411038',
    country: 'India',
    mobile: '9876543210',
  })
  const { data: lines } = await buy<{ data: { _id: string }[] }>('GET', '/api/cart/get')
  for (const { _id } of lines) await buy('DELETE', '/api/cart/deleteCartItem', { _id })
  await page.goto('/search?q=milk')
  await addFirst(page)
  await page.goto('/cart')
}

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed' })
const cash = (page: Page) => page.getByRole('button', { name: 'Cash on Delivery' })

test('a closed shop says on home and in the cart when it opens, and accepts pre-orders if the owner allows them', async ({
  page,
}) => {
  await set(page, { ...closedToday(), preorders: true, phone: '90000 00012' })
  await fillCart(page)
  await expect(page.getByText('The shop is closed. Order now; we pack it tomorrow from 7 am.')).toBeVisible()
  await expect(proceed(page)).toBeEnabled()
  expect(await axeViolations(page)).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Closed now.Opens tomorrow at 7 am.')
  await expect(page.getByText('Fill your cart already. We pack it tomorrow from 7 am.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shop for tomorrow' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.goto('/CheckOutPage')
  await expect(cash(page)).toBeEnabled()
  await cash(page).click()
  await expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible()

  await set(page, { preorders: false })
  await fillCart(page)
  await expect(page.getByText('Ordering opens tomorrow at 7 am. Your cart is kept.')).toBeVisible()
  await expect(proceed(page)).toBeDisabled()
  await page.goto('/CheckOutPage')
  await expect(page.getByText('Ordering opens tomorrow at 7 am. Your cart is kept.')).toBeVisible()
  await expect(cash(page)).toBeDisabled()
  expect(await axeViolations(page)).toEqual([])
})

test('home and checkout say that a pincode is not served', async ({ page }) => {
  await set(page, { pincodes: ['411001', '411004'] })
  await page.goto('/')
  const check = page.getByRole('region', { name: 'Do we come to you?' })
  await expect(check.getByText('We deliver to 411001, 411004.')).toBeVisible()
  await page.getByLabel('Your pincode').fill('4110')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('A pincode has six digits.')).toBeVisible()
  await expect(page.getByLabel('Your pincode')).toHaveValue('4110')
  await page.getByLabel('Your pincode').fill('411 038')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('heading', { name: 'We do not come to 411038 yet.' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Your pincode').fill('411004')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByLabel('Your pincode')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible()
  await expect(page.getByLabel('Your pincode')).toHaveCount(0)

  await fillCart(page)
  await expect(page.getByText('411038 is not served. This address is outside our round.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Choose another address' }).click()
  await expect(page).toHaveURL(/\/CheckOutPage/)
  await expect(page.getByText('411038 is not served.')).toBeVisible()
  await expect(cash(page)).toBeDisabled()
  const buy = await apiAs(page, shopper)
  await buy('POST', '/api/address/create', {
    address_line: '7, Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  })
  await page.reload()
  await page
    .getByRole('radio', { name: /7, Mill Road/ })
    .first()
    .check()
  await expect(page.getByText('411038 is not served.')).toHaveCount(0)
  await expect(cash(page)).toBeEnabled()
})
