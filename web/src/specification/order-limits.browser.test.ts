import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from './axe-violations'
import { open, PHONE } from './browser-screen'
import { cartLine, errorResponse, home, type MockResponses, okResponse, openShop } from './mock-server'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** Opens a page as a shopper with ₹180 in the cart, in a shop with these settings. */
function openWith(path: string, settings: Partial<typeof openShop>, responses: MockResponses = {}) {
  return open(path, {
    as: 'shopper',
    size: PHONE,
    responses: {
      'GET /api/settings': okResponse({ ...openShop, ...settings }),
      'GET /api/cart/get': okResponse([cartLine()]),
      'GET /api/address/get': okResponse([home]),
      'GET /api/payment/options': okResponse({ online: true, provider: 'another', test: false }),
      ...responses,
    },
  })
}

const proceed = () => page.getByRole('button', { name: 'Proceed' })
const cash = () => page.getByRole('button', { name: /^Cash on Delivery/ })
const online = () => page.getByRole('button', { name: /^Pay Online/ })

test('a closed shop says when it opens; it takes pre-orders only if the owner wants', async () => {
  const closed = { open: false, opensAt: inHours(12) }
  await openWith('/cart', { ...closed, preorders: true })
  await expect.element(page.getByText(/^The shop is closed\. Order now; we pack it .* [ap]m\./)).toBeVisible()
  await expect.element(proceed()).toBeEnabled()
  await openWith('/cart', closed)
  const kept = page.getByText(/^The shop is closed\. Ordering opens .* [ap]m\. Your cart is kept\.$/)
  await expect.element(kept).toBeVisible()
  await expect.element(proceed()).toBeDisabled()
  await openWith('/CheckOutPage', closed)
  await expect.element(kept).toBeVisible()
  await expect.element(cash()).toBeDisabled()
  await expect.element(online()).toBeDisabled()
})

test('a paused shop says when it resumes, takes no pre-orders, and the cart is kept', async () => {
  const paused = { open: false, preorders: true, pausedUntil: inHours(1), resumesAt: inHours(1) }
  await openWith('/cart', paused)
  await expect
    .element(
      page.getByText(/^The shop takes no orders just now\. Ordering resumes .* [ap]m\. Your cart is kept\.$/),
    )
    .toBeVisible()
  await expect.element(proceed()).toBeDisabled()
  await openWith('/', paused)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('No orders just now.')
})

test('the cart shows the smallest order and the missing amount', async () => {
  await openWith('/cart', { minOrder: 9000, deliveryNote: 'By 7 pm today' })
  await expect
    .element(page.getByText('The smallest order is ₹9,000. Add goods for ₹8,820 more.'))
    .toBeVisible()
  await expect.element(proceed()).toBeDisabled()
  await expect.element(page.getByText('By 7 pm today')).toBeVisible()
  expect(await axeViolations()).toEqual([])
})

test('a limit set meanwhile is reported at the checkout, and the chosen address is kept', async () => {
  const secondAddress = { ...home, _id: 'other0000000', address_line: '7, Mill Road' }
  const { responses } = await openWith(
    '/CheckOutPage',
    {},
    { 'GET /api/address/get': okResponse([home, secondAddress]) },
  )
  const address = page.getByRole('radio', { name: /7, Mill Road/ })
  await address.click()
  const message = 'The smallest order is ₹9,000. Please add goods for ₹8,820 more.'
  const { status, body } = errorResponse(409, message)
  responses['POST /api/order/cod'] = { status, body: { ...body, code: 'below_minimum' } }
  responses['GET /api/settings'] = okResponse({ ...openShop, minOrder: 9000, version: 1 })
  await cash().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  await expect.element(address).toBeChecked()
  await expect.element(page.getByRole('link', { name: 'Edit cart' })).toBeVisible()
})

test('an address outside the delivery area is reported in the cart and at the checkout, until another is chosen', async () => {
  const near = { ...home, _id: 'near00000000', address_line: '7, Mill Road', pincode: '411001' }
  const both = { 'GET /api/address/get': okResponse([home, near]) }
  await openWith('/cart', { pincodes: ['411001'] })
  await expect
    .element(page.getByText('560003 is not served. This address is outside our round.'))
    .toBeVisible()
  await openWith('/CheckOutPage', { pincodes: ['411001'] }, both)
  await page.getByRole('radio', { name: new RegExp(home.address_line) }).click()
  await expect.element(page.getByText('560003 is not served.')).toBeVisible()
  await expect.element(cash()).toBeDisabled()
  await page.getByRole('radio', { name: /7, Mill Road/ }).click()
  await expect.element(page.getByText('560003 is not served.')).not.toBeInTheDocument()
  await expect.element(cash()).toBeEnabled()
})

test('only payment methods that the owner offers are shown', async () => {
  await openWith('/CheckOutPage', {})
  await expect.element(online()).toBeEnabled()
  await expect.element(cash()).toBeEnabled()
  await openWith('/CheckOutPage', { pay: { cod: false, online: true, upi: false } })
  await expect.element(online()).toBeEnabled()
  await expect.element(cash()).not.toBeInTheDocument()
  await openWith('/CheckOutPage', { pay: { cod: true, online: false, upi: true }, onlineOff: true })
  await expect.element(cash()).toBeEnabled()
  await expect.element(page.getByText('Cash on delivery can be paid by UPI, too')).toBeVisible()
  await expect.element(online()).not.toBeInTheDocument()
})
