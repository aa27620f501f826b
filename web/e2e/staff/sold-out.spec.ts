import { apiAs, logInByAPI, type Product, stock } from '../administration'
import { axeViolations } from '../axe-violations'
import { moveByAPI, openSheet, orderHelpers } from '../desk-orders'
import { clearDesk } from '../ordering'
import { overflows } from '../overflow'
import { administrator, expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a product is marked as sold out until a day, from the list and from an order', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const { order } = await orderHelpers(page)
  const millet = await stock(page, call, { name: 'Millet for days', price: 40 })
  const read = async () =>
    (
      await call<{ data: Product & { soldOutUntil?: string } }>('POST', '/api/product/getProductById', {
        productId: millet._id,
      })
    ).data

  await logInByAPI(page, administrator)
  await page.goto('/dashboard/products?q=millet%20for%20days')
  const mark = page.getByRole('combobox', { name: /^Whether Millet for days/ })
  await mark.selectOption({ label: 'Sold out until tomorrow' })
  await expect(page.getByText(/Sold out, back tomorrow/).first()).toBeVisible()
  expect(await read()).toMatchObject({ stock: 0, soldOutUntil: expect.any(String) })
  expect(await axeViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  await page.goto(`/product/millet-${millet._id}`)
  await expect(page.getByText(/^Sold out until \d+ \w+ \d+$/)).toBeVisible()
  const refused = await page.request.post('/api/cart/create', { data: { productId: millet._id } })
  expect(refused.ok(), 'nobody can put it into a cart').toBe(false)

  await page.goto('/dashboard/products?q=millet%20for%20days')
  await mark.selectOption({ label: 'Can be bought again now' })
  await expect.poll(async () => (await read()).stock).toBe(9)

  const number = await order([{ _id: millet._id, quantity: 2 }])
  await moveByAPI(call, number, 'PACKING')
  const sheet = await openSheet(page, number)
  await sheet.getByRole('button', { name: /^Short/ }).click()
  await sheet.getByRole('button', { name: 'One less' }).click()
  await sheet.getByRole('checkbox', { name: 'Not in stock any more' }).check()
  await sheet.getByLabel('It can be bought again').selectOption({ label: 'In 3 days' })
  expect(await axeViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await read()).soldOutUntil).toBeTruthy()
  expect((await read()).stock).toBe(0)
})
