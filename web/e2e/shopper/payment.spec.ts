import { logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { openCheckout, payOnline, pressOnTestPage, quantities, statuses } from '../paying'
import { administrator, expect, test } from '../shop'
import { logIn, openAccountMenu } from '../steps'

/** Online payment on the built-in test page. */

// Every test has its own shopper and its own product with nine pieces.
test('a shopper pays online; the result is the same after a reload', async ({ page }) => {
  const payer = await openCheckout(page, 'Paid Poha')
  await expect(page.getByText('Test payment')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await payOnline(page)
  expect(await axeViolations(page)).toEqual([])
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 2 })
  await pressOnTestPage(page, 'Pay')

  await expect(page).toHaveURL(/\/success\?checkout=/)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(page.getByText('Thank you for your action!')).toBeVisible()
  await expect(page.getByText(/^ORD-\S+$/)).toBeAttached()
  await expect(page.getByRole('link', { name: 'My Cart' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PAID PENDING'])
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 0 })

  await page.getByRole('link', { name: 'See my orders' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Paid Poha' })).toContainText('Paid online')
})

test('a declined payment leaves the cart unchanged, and cash on delivery is offered', async ({ page }) => {
  const payer = await openCheckout(page, 'Declined Dalia')
  await payOnline(page)
  await pressOnTestPage(page, 'Decline')
  await expect(page.getByRole('heading', { name: 'Order Cancelled' })).toBeVisible()
  await expect(page.getByText('The payment was declined. Nothing was paid.')).toBeVisible()
  expect(await statuses(payer)).toEqual(['FAILED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 9, cart: 2 })

  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['COD PENDING', 'FAILED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 0 })
})

test('a cancelled payment ends at once, and the next payment has a new session', async ({ page }) => {
  const payer = await openCheckout(page, 'Cancelled Chana')
  await payOnline(page)
  const first = page.url()
  await pressOnTestPage(page, 'Cancel')
  await expect(page).toHaveURL(/\/cancel\?checkout=/)
  await expect(page.getByRole('heading', { name: 'Order Cancelled' })).toBeVisible()
  await expect(page.getByText('It seems your order was not completed.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect(await statuses(payer)).toEqual(['EXPIRED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 9, cart: 2 })

  await page.goto(first)
  await expect(page.getByText('This payment has ended. Nothing was paid.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await payOnline(page)
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PAID PENDING', 'EXPIRED CANCELED'])
})

test('an abandoned payment is listed in My Orders, ended there, and can be started again', async ({
  page,
}) => {
  const payer = await openCheckout(page, 'Left Lobia')
  await payOnline(page)
  await page.goto('/')
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Left Lobia' })).toContainText('Payment pending')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'See the payment' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for the payment' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'End this payment' }).click()
  await expect(page.getByRole('heading', { name: 'Order Cancelled' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect(await statuses(payer)).toEqual(['EXPIRED CANCELED'])

  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await payOnline(page)
  await page.goto('/dashboard/myorders')
  await page.getByRole('link', { name: 'See the payment' }).click()
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PAID PENDING', 'EXPIRED CANCELED'])
})

test('a delayed payment is shown as soon as it arrives', async ({ page, context }) => {
  const payer = await openCheckout(page, 'Later Ladoo')
  await payOnline(page)
  const bank = await context.newPage()
  await bank.goto(page.url())
  await pressOnTestPage(page, 'Pay later')
  await expect(page.getByRole('heading', { name: 'Payment is being processed' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PENDING PENDING'])
  expect((await quantities(payer)).cart).toBe(2)

  await bank.reload()
  await bank.getByRole('button', { name: 'The money arrives now' }).click()
  await expect(bank).toHaveURL(/\/success/)
  await page.bringToFront()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'My Cart' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PAID PENDING'])
})

test("the browser's back button leads to the checkout, or once it is paid to the order, and nothing is ordered twice", async ({
  page,
}) => {
  const payer = await openCheckout(page, 'Backward Besan')
  await payOnline(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/CheckOutPage$/)
  await expect(page.getByText('Your payment was not completed and is ended.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect(await statuses(payer)).toEqual(['EXPIRED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 9, cart: 2 })

  await payOnline(page)
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/success\?checkout=/)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await statuses(payer)).toEqual(['PAID PENDING', 'EXPIRED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 0 })
})

test('a double press starts one payment', async ({ page }) => {
  const payer = await openCheckout(page, 'Double Dhania')
  await page.getByRole('button', { name: 'Pay Online' }).dblclick()
  await expect(page).toHaveURL(/\/testpay\//)
  expect(await statuses(payer)).toEqual(['PENDING PENDING'])
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 0 })
})

test('a press whose response is lost, and another after a reload, start one payment', async ({ page }) => {
  const payer = await openCheckout(page, 'Lost Lentils')
  await page.route('**/api/order/onlinePayment', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByRole('alert')).toContainText('The shop did not answer.')
  expect(await statuses(payer)).toEqual(['PENDING PENDING'])

  await page.unroute('**/api/order/onlinePayment')
  await page.reload()
  await payOnline(page)
  expect(await statuses(payer)).toEqual(['PENDING PENDING'])
  expect(await quantities(payer)).toEqual({ shelf: 7, cart: 2 })
})

test('a shopper who was logged out meanwhile sees the payment after a login', async ({ page }) => {
  const payer = await openCheckout(page, 'Forgotten Fenugreek')
  await payOnline(page)
  await page.evaluate(() => localStorage.clear())
  await pressOnTestPage(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Your payment could not be checked' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, payer.who)
  await expect(page).toHaveURL(/\/success\?checkout=/)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})

test('a changed price and a shortage are shown before any payment begins', async ({ page }) => {
  const payer = await openCheckout(page, 'Changing Chivda')
  const edit = `/api/product/update/${payer.product._id}`
  await payer.admin('PUT', edit, { price: 41 })
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByRole('alert')).toContainText('Prices have changed. Please review your cart.')
  await expect(page.getByRole('button', { name: 'Pay Online' })).toContainText('₹82')

  await payer.admin('PUT', edit, { stock: 1 })
  await page.getByRole('button', { name: 'Pay Online' }).click()
  await expect(page.getByText('Only 1 of Changing Chivda left.')).toBeVisible()
  expect(await statuses(payer)).toEqual([])
})

test('an administrator cancels a paid order and gives the money back', async ({ page }) => {
  const payer = await openCheckout(page, 'Refunded Rajma')
  await payOnline(page)
  await pressOnTestPage(page, 'Pay')
  const order = (await page.getByText(/^ORD-\S+$/).textContent()) ?? ''

  await logInByAPI(page, administrator)
  await page.goto('/dashboard/orders')
  await page.getByRole('combobox', { name: `Delivery status of ${order}` }).selectOption('Canceled')
  await expect(page.getByRole('alertdialog')).toContainText('It is paid: ₹80 will be due back to Asha Rao')
  await page.getByRole('button', { name: 'Cancel the line' }).click()
  await expect(page.getByText(`${order}: Canceled`)).toBeVisible()
  const attention = page.getByRole('group', { name: `${order} needs attention` })
  await expect(attention).toContainText('Refund due: ₹80')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('group', { name: / needs attention$/ }).first()).toContainText('₹80')

  await page.getByRole('button', { name: `Refund ${order}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(/Give ₹80 for .+ of #\d+ back to Asha Rao\?/)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Give it back' }).click()
  await expect(page.getByText(`${order}: Refunded`)).toBeVisible()
  await expect(attention).toHaveCount(0)
  expect(await statuses(payer)).toEqual(['REFUNDED CANCELED'])
  expect(await quantities(payer)).toEqual({ shelf: 9, cart: 0 })

  await page.getByRole('button', { name: `Refunded, Payment history of ${order}` }).click()
  const changes = page.getByRole('dialog').getByRole('listitem')
  await expect(changes).toHaveCount(4)
  expect(await axeViolations(page)).toEqual([])
  await expect(changes.nth(0)).toContainText('Asha Rao (Shopper)')
  await expect(changes.nth(1)).toContainText('Payment pending → Paid')
  await expect(changes.nth(2)).toContainText('Paid → Refund due')
  await expect(changes.nth(3)).toContainText('Refund due → Refunded')
  await expect(changes.nth(3)).toContainText('(Administrator)')

  await logInByAPI(page, payer.who)
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('article').filter({ hasText: order })).toContainText('Refunded')
})
