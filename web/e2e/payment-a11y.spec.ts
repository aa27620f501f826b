import { enter } from './administration'
import { barriers } from './barriers'
import { atCheckout, onTestPage, payOnline } from './paying'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, settings: { KIRANA_RATE_LIMITS: 'off' } })

test('the ways of a payment have no barriers', async ({ page }) => {
  await atCheckout(page, 'Open Oats')
  await test.step('the checkout, with a test payment', async () => {
    await expect(page.getByText('Test payment')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('the test page', async () => {
    await payOnline(page)
    expect(await barriers(page)).toEqual([])
  })
  await test.step('the checkout, come back to', async () => {
    await page.goBack()
    await expect(page.getByText('Your payment was not completed and is ended.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('a payment that can still be made', async () => {
    await payOnline(page)
    await page.goto('/dashboard/myorders')
    await expect(page.getByRole('link', { name: 'See the payment' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'See the payment' }).click()
    await expect(page.getByRole('link', { name: 'Open the payment page' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('a payment that is cancelled', async () => {
    await page.getByRole('link', { name: 'End this payment' }).click()
    await expect(page.getByRole('heading', { name: 'Order Cancelled' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('a payment that is made', async () => {
    await page.getByRole('link', { name: 'Back to checkout' }).click()
    await payOnline(page)
    await onTestPage(page, 'Pay')
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
})

test('an order that needs attention has no barriers', async ({ page }) => {
  const payer = await atCheckout(page, 'Owed Okra')
  await payOnline(page)
  await onTestPage(page, 'Pay')
  const order = (await page.getByText(/^ORD-\S+$/).textContent()) ?? ''
  await payer.admin('PUT', `/api/order/update-status/${order}`, { delivery_status: 'CANCELED' })
  await enter(page, administrator)
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('group', { name: `${order} needs attention` })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: `Refund ${order}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Refund due, Payment history of ${order}` }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
