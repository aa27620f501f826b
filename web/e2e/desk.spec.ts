import { apiAs } from './administration'
import { axeViolations } from './axe-violations'
import { cardInStage, newOrderer, openDesk, orderCard } from './desk-steps'
import { clearDesk, openOrders } from './ordering'
import { expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a day of orders goes from new to done with one press per order and stage, and fewer by batch', async ({
  page,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  const numbers = []
  for (let count = 0; count < 2; count++) numbers.push(await order())
  await openDesk(page)
  let presses = 0
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).click()
    presses++
  }
  for (const [stage, action, next] of [
    ['New', 'Accept', 'Packing'],
    ['Packing', 'Packed', 'Packed'],
    ['Packed', 'Out for delivery', 'On the way'],
  ] as const) {
    for (const number of numbers) {
      await expect(cardInStage(page, stage, number)).toBeVisible()
      await press(`${action} order #${number}`)
      await expect(cardInStage(page, next, number)).toBeVisible()
    }
  }
  for (const number of numbers) {
    await orderCard(page, number)
      .getByRole('button', { name: /^Delivered order.*₹[\d,.]+ taken$/ })
      .click()
    presses++
    await expect(orderCard(page, number)).toHaveCount(0)
  }
  expect(presses, 'one press for each order and stage').toBe(8)
  expect(await openOrders(call)).toEqual([])

  const batch = []
  for (let count = 0; count < 3; count++) batch.push(await order())
  await page.reload()
  for (const number of batch) await expect(cardInStage(page, 'New', number)).toBeVisible()
  presses = 0
  await press(/^Accept all 3 · ₹/)
  for (const number of batch) await expect(cardInStage(page, 'Packing', number)).toBeVisible()
  for (const number of batch) {
    await page.getByRole('checkbox', { name: `Choose order ${number}` }).check()
    presses++
  }
  await expect(page.getByText(/^3 orders chosen, 9 items, ₹/)).toBeVisible()
  await press('Packed')
  for (const number of batch) await expect(cardInStage(page, 'Packed', number)).toBeVisible()
  expect(presses, 'three orders through two stages').toBe(5)
})

test('the desk is accessible: empty, full and with selected orders', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  await openDesk(page)
  await expect(page.getByText('All done for now')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const number = await (await newOrderer(page))()
  await page.reload()
  await expect(orderCard(page, number)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('checkbox', { name: `Choose order ${number}` }).check()
  await page.getByRole('button', { name: `Accept order #${number}` }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})
