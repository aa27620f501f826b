import type { Page } from '@playwright/test'
import { apiAs, type Call, logInByAPI, tokensOf } from './administration'
import { axeViolations } from './axe-violations'
import { type OrderRow, shopperWithAddress } from './ordering'
import { expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

interface Placed {
  _id: string
  number: number
  rows: OrderRow[]
}

/** Places a cash order of three pieces each of some products. */
async function order(page: Page, products = 2): Promise<Placed> {
  const shopping = await shopperWithAddress(page, products)
  const rows = await shopping.order(shopping.goods.map(({ _id }) => ({ _id, quantity: 3 })))
  return { _id: rows[0].checkoutId, number: rows[0].checkoutNumber, rows }
}

const move = (call: Call, { _id }: Placed, from: string, to: string) =>
  call('PUT', `/api/order/checkout/${_id}/stage`, { from, to })

/** Returns the order's card on My Orders, once it receives events. */
async function openCard(page: Page, { _id }: Placed) {
  await page.goto('/dashboard/myorders')
  const card = page.locator(`[data-checkout="${_id}"]`)
  await expect(card.getByText('live', { exact: true })).toBeVisible()
  return card
}

test('an order that the shop accepts, packs short and sends out is followed without a reload', async ({
  page,
}) => {
  const staff = await apiAs(page)
  await staff('PUT', '/api/settings', { deliveryMinutes: 45 })
  const placed = await order(page)
  await logInByAPI(page, shopper)
  const card = await openCard(page, placed)
  await expect(card).toContainText(`Order #${placed.number}`)
  await expect(card.getByText('The shop has your order.')).toBeVisible()
  await expect(card.locator('[aria-current=step]')).toContainText('Placed')
  // Both the badge and the current step show the stage.
  await expect(card.getByText('Placed', { exact: true })).toHaveCount(2)

  await move(staff, placed, 'NEW', 'PACKING')
  await expect(card.getByText('Your order is being packed.')).toBeVisible()
  await expect(card.getByText(/^Expected by \d/)).toBeVisible()
  await expect(card.locator('[aria-current=step]')).toContainText('Packing')
  await expect(card.getByText('Packing', { exact: true })).toHaveCount(2)
  await expect(card.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)

  const [first, second] = placed.rows as [OrderRow, OrderRow]
  await staff('PUT', `/api/order/checkout/${placed._id}/lines`, {
    rows: [
      { _id: first._id, quantity: 1 },
      { _id: second._id, quantity: 0 },
    ],
  })
  await expect(card.getByText('2 things changed.')).toBeVisible()
  await expect(card).toContainText('1 of 3')
  await expect(card).toContainText('does not come')
  await expect(card).toContainText(/You pay ₹[\d.,]+ less\./)
  expect(await axeViolations(page)).toEqual([])

  await move(staff, placed, 'PACKING', 'PACKED')
  await move(staff, placed, 'PACKED', 'OUT')
  await expect(card.getByText('It is on its way.')).toBeVisible()
  await move(staff, placed, 'OUT', 'DONE')
  await expect(card.getByText('Delivered').first()).toBeVisible()
  await expect(card.getByRole('list', { name: 'Where it is' })).toHaveCount(0)
  await staff('PUT', '/api/settings', { deliveryMinutes: 0 })
})

test('the profile lists the logins, ends one and all others, and keeps this one', async ({ page }) => {
  const phone = await tokensOf(page, shopper)
  await tokensOf(page, shopper)
  await logInByAPI(page, shopper)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await expect(page.getByText('This device')).toHaveCount(1)
  const otherLogins = page.getByRole('button', { name: /^Log out there: / })
  const before = await otherLogins.count()
  expect(before).toBeGreaterThanOrEqual(2)
  expect(await axeViolations(page)).toEqual([])
  await otherLogins.first().click()
  await expect(page.getByText('Logged out there.')).toBeVisible()
  await expect(otherLogins).toHaveCount(before - 1)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(otherLogins).toHaveCount(0)
  await expect(page.getByText('This device')).toHaveCount(1)
  const refused = await page.request.get('/api/order/mine', {
    headers: { Authorization: `Bearer ${phone.accessToken}` },
  })
  expect(refused.status()).toBe(401)
  await page.reload()
  await expect(page.getByText('This device')).toHaveCount(1)
})
