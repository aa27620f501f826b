import { enter } from '../administration'
import { atCheckout, onTestPage, payOnline } from '../paying'
import { administrator, expect, test } from '../shop'
import { take, takeAt } from './take'

test('pictures of a payment and its refund', async ({ page }) => {
  const payer = await atCheckout(page, 'Kaju Katli')
  await payOnline(page)
  await take(page, 'test-payment')
  await page.goBack()
  await expect(page.getByText('Your payment was not completed and is ended.')).toBeVisible()
  await take(page, 'checkout-back')
  await payOnline(page)
  await takeAt(page, '/dashboard/myorders', 'my-orders-pending')
  await page.getByRole('link', { name: 'See the payment' }).click()
  await expect(page.getByRole('link', { name: 'Open the payment page' })).toBeVisible()
  await take(page, 'payment-waiting')
  await page.getByRole('link', { name: 'End this payment' }).click()
  await expect(page.getByRole('heading', { name: 'Order Cancelled' })).toBeVisible()
  await take(page, 'payment-cancelled')
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await payOnline(page)
  await onTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await take(page, 'payment-successful')

  const order = (await page.getByText(/^ORD-\S+$/).textContent()) ?? ''
  await payer.admin('PUT', `/api/order/update-status/${order}`, { delivery_status: 'CANCELED' })
  await enter(page, administrator)
  await takeAt(page, '/dashboard/orders', 'orders-refund-due')
  await page.getByRole('button', { name: `Refund ${order}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await take(page, 'order-refund')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Refund due, Payment history of ${order}` }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await take(page, 'order-payment-history')
})
