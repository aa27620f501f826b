import { apiAs, logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { moveByAPI, orderHelpers } from '../desk-orders'
import { clearDesk } from '../ordering'
import { overflows } from '../overflow'
import { administrator, expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const CALL = 'If out: call first'
const REPLACE = 'If out: replace it, never dearer'

test('the wish for a line that is out of stock is shown on the sheet, the pick list and the slip', async ({
  page,
  browser,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const { goods, buy } = await orderHelpers(page)
  for (const { _id } of goods) await buy('POST', '/api/cart/create', { productId: _id })
  const [first, second, third] = goods as [(typeof goods)[number], ...typeof goods]
  await logInByAPI(page, shopper)
  await page.goto('/CheckOutPage')
  const wish = (name: string) => page.getByLabel(`If ${name} is out of stock`, { exact: true })
  await expect(wish(first.name)).toHaveValue('REMOVE')
  await wish(first.name).selectOption('If out: call me')
  await wish(second?.name ?? '').selectOption('REPLACE')
  await page.reload()
  await expect(wish(first.name)).toHaveValue('CALL')
  await expect(wish(third?.name ?? '')).toHaveValue('REMOVE')
  expect(await axeViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  const placed = page.waitForResponse((response) => response.url().endsWith('/api/order/cod'))
  await page.getByRole('button', { name: /Cash on Delivery/ }).click()
  const { data: rows } = await (await placed).json()
  const wishes = goods.map(
    ({ _id }) => rows.find((row: { producId: { _id: string } }) => row.producId._id === _id)?.wish,
  )
  expect(wishes).toEqual(['CALL', 'REPLACE', 'REMOVE'])
  const number = rows[0].checkoutNumber as number
  await moveByAPI(call, number, 'PACKING')

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' })
  const staff = await context.newPage()
  await logInByAPI(staff, administrator)
  await staff.goto(`/dashboard/desk/${number}`)
  const line = (name: string) => staff.getByRole('listitem').filter({ hasText: name }).first()
  await expect(line(first.name)).toContainText(CALL)
  await expect(line(second?.name ?? '')).toContainText(REPLACE)
  await expect(line(third?.name ?? '')).toContainText('If out: leave it out')
  expect(await axeViolations(staff)).toEqual([])
  await staff.goto(`/dashboard/pick-list?ids=${rows[0].checkoutId}`)
  await expect(staff.getByText('A: if out, call first')).toBeVisible()
  await expect(staff.getByText('A: if out, replace it')).toBeVisible()
  expect(await axeViolations(staff)).toEqual([])
  await staff.goto(`/dashboard/print?ids=${rows[0].checkoutId}&kind=slip`)
  const slip = staff.getByRole('article', { name: `Packing slip #${number}` })
  await expect(slip.getByText('if out: call first')).toBeVisible()
  await expect(slip.getByText('if out: replace, never dearer')).toBeVisible()
  await context.close()
})
