import { apiAs, logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { clearDesk, openOrders, shopperWithAddress } from '../ordering'
import { expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

test("a regular shopper orders again in two presses from home, and sees the order's stages there", async ({
  page,
}) => {
  const staff = await apiAs(page)
  const { goods, order } = await shopperWithAddress(page, 2)
  const [{ checkoutNumber: number }] = await order(goods.map(({ _id }) => ({ _id, quantity: 2 })))
  await clearDesk(staff)
  await logInByAPI(page, shopper)
  await page.goto('/')
  const row = page.getByRole('region', { name: 'Buy again' })
  for (const { name } of goods) await expect(row.getByRole('link', { name }).first()).toBeVisible()
  await row.getByRole('button', { name: `Order #${number} again` }).click()
  // Home stays visible until the checkout has loaded.
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  for (const { name } of goods)
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await page.getByRole('button', { name: /^Cash on Delivery/ }).click()
  await expect(page.getByText('Order Successful')).toBeVisible()
  const [placed] = await openOrders(staff)
  if (!placed) throw new Error('no order came')
  await page.goto('/')
  const strip = page.getByRole('list', { name: 'Your open orders' })
  await expect(strip.getByRole('status')).toContainText(`Order #${placed.number} The shop has your order.`)
  expect(await axeViolations(page)).toEqual([])
  await staff('PUT', `/api/order/checkout/${placed._id}/stage`, { from: 'NEW', to: 'OUT' })
  await expect(strip.getByRole('status')).toContainText('It is on its way.')
  await staff('PUT', `/api/order/checkout/${placed._id}/stage`, { from: 'OUT', to: 'DONE' })
  await expect(strip).toHaveCount(0)
})

test('sold-out and dearer products are named before the rest is added to the cart', async ({ page }) => {
  const staff = await apiAs(page)
  const { buy, goods, order } = await shopperWithAddress(page, 3)
  const [gone, dearer] = goods
  const [{ checkoutNumber: number }] = await order(goods)
  await clearDesk(staff)
  await staff('PUT', `/api/product/update/${gone?._id}`, { stock: 0 })
  await staff('PUT', `/api/product/update/${dearer?._id}`, { price: 4321, discount: 0 })
  await logInByAPI(page, shopper)
  await page.goto('/cart')
  await page.getByRole('button', { name: `Order #${number} again` }).click()
  const dialog = page.getByRole('dialog', { name: 'What has changed since' })
  await expect(dialog).toContainText(`${gone?.name}out of stock`)
  await expect(dialog).toContainText(/₹4,321 now, ₹[\d.,]+ then/)
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2 items' }).click()
  await expect(page).toHaveURL(/\/CheckOutPage$/)
  const { data: lines } = await buy<{ data: { productId: { _id: string } }[] }>('GET', '/api/cart/get')
  expect(lines.map(({ productId }) => productId._id).sort()).toEqual(
    goods
      .slice(1)
      .map(({ _id }) => _id)
      .sort(),
  )
  for (const { _id } of lines as unknown as { _id: string }[])
    await buy('DELETE', '/api/cart/deleteCartItem', { _id })
})
