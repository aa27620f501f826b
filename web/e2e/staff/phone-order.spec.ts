import type { Page } from '@playwright/test'
import { apiAs, bestStocked, type Call, logInByAPI, type Product } from '../administration'
import { axeViolations } from '../axe-violations'
import { newOrderer, orderCard } from '../desk-steps'
import { clearDesk } from '../ordering'
import { overflows } from '../overflow'
import { administrator, expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Gives the demo's shopper a mobile number and an address, and returns two products to order. */
async function customerWithNumber(page: Page, call: Call): Promise<[Product, Product]> {
  await clearDesk(call)
  await newOrderer(page)
  const buy = await apiAs(page, shopper)
  await buy('PUT', '/api/user/update-user', { mobile: '9812345670' })
  const [first, second] = (await bestStocked(call, 2)) as [Product, Product]
  return [first, second]
}

test('an order on the phone is entered by keys alone and lands on the desk', async ({ page }) => {
  const call = await apiAs(page)
  const [first, second] = await customerWithNumber(page, call)
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/desk')
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByLabel('Mobile number')).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.type('0000000')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('No customer has these digits. Type the whole number to add one.'),
  ).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('9000000058')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Sunil Jadhav')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByLabel('Pincode').fill('411004')
  await page.getByLabel('Address line').fill('4 Temple Street')
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.getByRole('button', { name: 'Another customer' }).click()
  await expect(page.getByLabel('Mobile number')).toBeFocused()
  await page.keyboard.type('9812345670')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Product', { exact: true })).toBeFocused()
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.keyboard.type(`3*${first.name}`)
  await page.keyboard.press('Enter')
  await page.keyboard.type(second.name)
  await page.keyboard.press('Enter')
  const lines = page.getByRole('list', { name: 'Lines of the order' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first().locator('output')).toHaveText('3')
  await page.keyboard.press('+')
  await expect(lines.last().locator('output')).toHaveText('2')
  await page.keyboard.press('-')
  await expect(lines.last().locator('output')).toHaveText('1')
  expect(await axeViolations(page)).toEqual([])
  expect(await overflows(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  const placed = page.getByText(/^#\d+ for .+, ₹/)
  await expect(placed).toBeVisible()
  const number = Number(/#(\d+)/.exec((await placed.textContent()) ?? '')?.[1])
  await expect(orderCard(page, number)).toBeVisible()
  const { data: order } = await call<{ data: { itemCount: number; timeline: { text: string }[] } }>(
    'GET',
    `/api/order/checkout/${number}`,
  )
  expect(order.itemCount).toBe(4)
  expect(order.timeline[0]?.text).toBe('entered the order by phone')
})

test('an entry without a match is reported and kept, whatever is typed meanwhile', async ({ page }) => {
  const call = await apiAs(page)
  const [found] = await customerWithNumber(page, call)
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/phone-order')
  await page.getByLabel('Mobile number').fill('12345670')
  await page.getByRole('button', { name: 'Find' }).click()
  const product = page.getByLabel('Product', { exact: true })
  await product.focus()
  await page.keyboard.type('3*zzzzqqqq')
  await page.keyboard.press('Enter')
  await page.keyboard.type(found.name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing in stock is called “zzzzqqqq”.')).toBeVisible()
  const lines = page.getByRole('list', { name: 'Lines of the order' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines.first().locator('output')).toHaveText('1')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Correct “3*zzzzqqqq”' }).click()
  await expect(product).toBeFocused()
  await expect(product).toHaveValue('3*zzzzqqqq')
  await expect(page.getByText('Nothing in stock is called “zzzzqqqq”.')).toHaveCount(0)
})
