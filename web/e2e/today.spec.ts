import type { Page } from '@playwright/test'
import { apiAs, type Call, logInByAPI } from './administration'
import { axeViolations } from './axe-violations'
import { type Checkout, clearDesk, shopperWithAddress } from './ordering'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

/** Places an order of two products and returns it as staff reads it. */
async function order(page: Page, call: Call) {
  const [{ checkoutNumber }] = await (await shopperWithAddress(page, 2)).order()
  return (
    await call<{ data: Checkout & { totalAmt: number } }>('GET', `/api/order/checkout/${checkoutNumber}`)
  ).data
}

async function openToday(page: Page) {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs you now' })).toBeVisible()
}

const needs = (page: Page) => page.getByRole('region', { name: 'Needs you now' })
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

test('Today lists what staff must do first, counts an order at once, and links to it', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  await openToday(page)
  await expect(needs(page).getByText(/new order/)).toHaveCount(0)
  await expect(page.getByText(/^Good (morning|afternoon|evening), /)).toBeVisible()
  const counted = async (label: string) =>
    Number.parseInt((await figure(page, label).locator('dd').first().textContent()) ?? '', 10)
  await expect(figure(page, 'Orders today')).toBeVisible()
  const [before, waiting] = [await counted('Orders today'), await counted('To deliver')]
  const { number, totalAmt } = await order(page, call)
  await page.reload()
  await expect(needs(page).getByRole('heading', { name: '1 new order' })).toBeVisible()
  await expect(needs(page)).toContainText(`₹${totalAmt.toLocaleString('en-IN')}`)
  await expect(figure(page, 'Cash in')).toContainText('still to come')
  await expect(figure(page, 'Orders today').locator('dd').first()).toHaveText(`${before + 1}`)
  await expect(figure(page, 'To deliver').locator('dd').first()).toHaveText(`${waiting + 1}`)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await needs(page)
    .getByRole('link', { name: /^Open the desk/ })
    .click()
  await expect(page).toHaveURL(/\/dashboard\/desk\?show=NEW/)
  await expect(page.getByRole('link', { name: `#${number}`, exact: true })).toBeVisible()
})

test('two riders are assigned on the desk, and the cash that each handed in is stored', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const ids: Record<string, string> = {}
  const packed = async () => {
    const { _id, number, stage } = await order(page, call)
    await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'PACKED' })
    ids[number] = _id
    return number
  }
  const [first, second, third] = [await packed(), await packed(), await packed()]
  await logInByAPI(page, administrator)
  // The first order is sent out from its sheet, the third by key, the second by selection.
  await page.goto(`/dashboard/desk/${first}`)
  const sheet = page.getByRole('dialog', { name: `Order #${first}` })
  await sheet.getByRole('combobox', { name: 'Rider' }).fill('Bala')
  await sheet.getByRole('button', { name: /^Out for delivery/ }).click()
  await expect(page.getByText(`With Bala`).first()).toBeAttached()
  await page.goto('/dashboard/desk')
  const rider = page.getByRole('combobox', { name: 'Rider' })
  await rider.fill('Meera')
  await page.keyboard.press('Tab')
  const inTurn = page.locator(`[data-checkout="${ids[third]}"][data-current]`)
  await expect(async () => {
    await page.keyboard.press('j')
    expect(await inTurn.count()).toBe(1)
  }).toPass()
  await page.keyboard.press('n')
  await expect(page.getByText('With Meera').first()).toBeVisible()
  await page.getByRole('checkbox', { name: `Choose order ${second}` }).check()
  await expect(page.locator('datalist option[value="Bala"]'), 'the first is remembered').toBeAttached()
  await rider.fill('Ravi')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Out for delivery', exact: true }).click()
  await expect(page.getByText('With Ravi').first()).toBeVisible()
  for (const id of Object.values(ids))
    await call('PUT', `/api/order/checkout/${id}/stage`, { from: 'OUT', to: 'DONE' })
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Cash of the day' })
  await panel.getByRole('button', { name: /^(Count the cash|Correct the count)$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Count the cash' })
  const takers = dialog.getByRole('group', { name: 'What each one handed in' }).getByRole('textbox')
  await expect(takers.first()).toBeVisible()
  for (const field of await takers.all()) await field.fill('100')
  await expect(dialog.getByRole('textbox', { name: 'What is there' })).toHaveValue(
    String((await takers.count()) * 100),
  )
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep the count' }).click()
  await expect(dialog).toBeHidden()
  for (const name of ['Bala', 'Meera', 'Ravi'])
    await expect(panel.locator('dl > div').filter({ hasText: name })).toContainText('handed in ₹100')
  type Day = { byRider: { rider: string; counted: number | null }[] }
  const { data: day } = await call<{ data: Day }>('GET', '/api/report/day')
  expect(day.byRider.filter(({ rider: name }) => name)).toMatchObject([
    { rider: 'Bala', counted: 100 },
    { rider: 'Meera', counted: 100 },
    { rider: 'Ravi', counted: 100 },
  ])
})
