import { followRequests } from '../hydration'
import { openCheckout, quantities, statuses } from '../paying'
import { expect, test } from '../shop'

/** A shop with Stripe keys, while Stripe's API and script are unreachable. */
test.use({
  settings: {
    KIRANA_STRIPE_SECRET_KEY: 'sk_test_of_nobody',
    KIRANA_STRIPE_PUBLISHABLE_KEY: 'pk_test_of_nobody',
    KIRANA_STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
    // No server listens on this port.
    KIRANA_STRIPE_API_URL: 'http://127.0.0.1:9',
  },
  allowedOrigins: ['https://js.stripe.com'],
})

test('an unreachable provider is reported, and cart and stock are unchanged', async ({ page }) => {
  const asked: string[] = []
  await page.route('https://js.stripe.com/**', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  const payer = await openCheckout(page, 'Away Almonds')
  await expect.poll(() => asked).toEqual(['https://js.stripe.com/v3/'])
  await expect(page.getByText('Test payment')).toHaveCount(0)

  for (const press of ['Pay Online', 'Try again']) {
    const response = page.waitForResponse('**/api/order/onlinePayment')
    await page.getByRole('button', { name: press }).click()
    await response
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to redirect to payment.' })).toBeVisible()
    await expect(page).toHaveURL(/\/CheckOutPage$/)
  }
  expect(await quantities(payer)).toEqual({ shelf: 9, cart: 2 })
  expect((await statuses(payer)).filter((status) => status.startsWith('PENDING'))).toEqual([])

  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible()
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 0 })
  expect(asked).toHaveLength(1)
})

test("no other page requests the provider's script", async ({ page }) => {
  const asked: string[] = []
  const settled = followRequests(page.context())
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  for (const path of ['/', '/cart', '/login', '/success', '/cancel', '/dashboard/myorders']) {
    await page.goto(path)
    await settled(page)
  }
  expect(asked).not.toContain('https://js.stripe.com')
})
