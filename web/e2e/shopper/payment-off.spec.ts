import { openCheckout, statuses } from '../paying'
import { expect, test } from '../shop'

/** A shop without a payment provider and without the test page. */
test.use({ demo: false })

test('without a payment provider, Pay Online is disabled and says why', async ({ page }) => {
  const payer = await openCheckout(page, 'Cash Cashew')
  const online = page.getByRole('button', { name: 'Pay Online' })
  await expect(online).toBeDisabled()
  await expect(online).toHaveAccessibleDescription(
    'Online payment is not available. Please choose cash on delivery.',
  )
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['COD PENDING'])
})
