import type { Page } from '@playwright/test'
import { apiAs, logInByAPI, type NamedRecord } from '../administration'
import { axeViolations } from '../axe-violations'
import { expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Row {
  checkoutId: string
  checkoutNumber: number
}

/** Orders three pieces of each of two products as the shopper, who pays at the door. */
async function order(
  page: Page,
): Promise<{ _id: string; number: number; goods: [NamedRecord, NamedRecord, NamedRecord] }> {
  const buy = await apiAs(page, shopper)
  const { data: address } = await buy<{ data: NamedRecord }>('POST', '/api/address/create', {
    address_line: '7, Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  })
  const { data } = await buy<{ data: NamedRecord[] }>(
    'GET',
    '/api/product/getAll?inStock=true&page=1&limit=3',
  )
  const goods = data as [NamedRecord, NamedRecord, NamedRecord]
  const { data: rows } = await buy<{ data: Row[] }>('POST', '/api/order/cod', {
    list_items: goods.slice(0, 2).map(({ _id }) => ({ productId: _id, quantity: 3 })),
    totalQty: 6,
    addressId: address._id,
  })
  const [first] = rows as [Row]
  return { _id: first.checkoutId, number: first.checkoutNumber, goods }
}

const rupees = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''))

test('a shopper takes out, adds and reduces, sees the new bill, and the desk shows it', async ({ page }) => {
  const staff = await apiAs(page)
  const placed = await order(page)
  const [first, second, third] = placed.goods
  await logInByAPI(page, shopper)
  await page.goto('/dashboard/myorders')
  const card = page.locator(`[data-checkout="${placed._id}"]`)
  await card.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog', { name: `Change order #${placed.number}` })
  const save = dialog.getByRole('button', { name: 'Save the change' })
  await expect(save).toBeDisabled()
  const stepper = (name: string) =>
    dialog.getByRole('group', { name: `Quantity of ${name}`, exact: true }).first()
  await stepper(first.name).getByRole('button', { name: 'One less' }).click()
  for (let piece = 0; piece < 3; piece += 1) await stepper(second.name).getByRole('button').first().click()
  await expect(dialog.getByText('does not come')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Find a product' }).fill(third.name)
  await dialog.getByRole('list', { name: 'Products' }).getByRole('button').first().click()
  const bill = dialog.getByRole('region', { name: 'The new bill' })
  await expect(bill).toContainText('To pay at the door')
  const shown = rupees(await bill.locator('dd').nth(1).textContent())
  expect(await axeViolations(page)).toEqual([])
  await save.click()
  await expect(page.getByText(`Order #${placed.number} is changed.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const { data: saved } = await staff<{
    data: { totalAmt: number; itemCount: number; timeline: { text: string }[] }
  }>('GET', `/api/order/checkout/${placed._id}`)
  expect(saved.totalAmt).toBe(shown)
  expect(saved.itemCount).toBe(3)
  expect(saved.timeline.at(-1)?.text).toContain(`2 instead of 3 ${first.name}, no ${second.name}, 1 `)
})

test('a change after packing began is refused, and the current order is shown', async ({ page }) => {
  const staff = await apiAs(page)
  const placed = await order(page)
  await logInByAPI(page, shopper)
  await page.goto('/dashboard/myorders')
  const card = page.locator(`[data-checkout="${placed._id}"]`)
  await card.getByRole('button', { name: 'Change order' }).click()
  const dialog = page.getByRole('dialog', { name: `Change order #${placed.number}` })
  await dialog.getByRole('button', { name: 'One less' }).first().click()
  await page.route('**/api/order/checkout/*/my-lines', async (route) => {
    await staff('PUT', `/api/order/checkout/${placed._id}/stage`, { from: 'NEW', to: 'PACKING' })
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save the change' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Your order is being packed. Please call the shop.')
  await dialog.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(card.getByText('Your order is being packed.', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Change order' })).toHaveCount(0)
})
