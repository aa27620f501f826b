import { logInByAPI } from '../administration'
import { openCheckout, payOnline, pressOnTestPage } from '../paying'
import { administrator, expect, test } from '../shop'
import { openAndTakeScreenshots, takeScreenshots } from './take'

test('pictures of a payment and its refund', async ({ page }) => {
  const payer = await openCheckout(page, 'Kaju Katli')
  await payOnline(page)
  await takeScreenshots(page, 'test-payment')
  await page.goBack()
  await expect(page.getByText('Your payment was not completed and is ended.')).toBeVisible()
  await takeScreenshots(page, 'checkout-back')
  await payOnline(page)
  await openAndTakeScreenshots(page, '/dashboard/myorders', 'my-orders-pending')
  await page.getByRole('link', { name: 'See the payment' }).click()
  await expect(page.getByRole('link', { name: 'Open the payment page' })).toBeVisible()
  await takeScreenshots(page, 'payment-waiting')
  await page.getByRole('link', { name: 'End this payment' }).click()
  await expect(page.getByRole('heading', { name: 'Order Cancelled' })).toBeVisible()
  await takeScreenshots(page, 'payment-cancelled')
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await payOnline(page)
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await takeScreenshots(page, 'payment-successful')

  const order = (await page.getByText(/^ORD-\S+$/).textContent()) ?? ''
  await payer.admin('PUT', `/api/order/update-status/${order}`, { delivery_status: 'CANCELED' })
  await logInByAPI(page, administrator)
  await openAndTakeScreenshots(page, '/dashboard/orders', 'orders-refund-due')
  await page.getByRole('button', { name: `Refund ${order}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await takeScreenshots(page, 'order-refund')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Refund due, Payment history of ${order}` }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await takeScreenshots(page, 'order-payment-history')
})
