import type { Page } from '@playwright/test'
import { apiAs, logInByAPI } from './administration'
import { shopperWithAddress } from './ordering'
import { expect, shopper, test } from './shop'
import { newShopper } from './steps'

/** The number of presses and typed fields from home to a placed order, counted by trusted events in the browser. */

interface Effort {
  presses: number
  fields: string[]
}

// "Order again" repeats the latest order of the demo's regular customer: no other test orders meanwhile.
test.use({ ownShop: 'orders' })

/** Counts presses and typed fields over all pages of the walk. */
async function count(page: Page): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: [] }
  await page.exposeFunction('countPress', () => {
    effort.presses += 1
  })
  await page.exposeFunction('countField', (name: string) => {
    if (!effort.fields.includes(name)) effort.fields.push(name)
  })
  await page.addInitScript(() => {
    const { countPress, countField } = window as unknown as {
      countPress: () => void
      countField: (name: string) => void
    }
    // A press that focuses a field is part of typing.
    addEventListener(
      'pointerdown',
      ({ isTrusted, target }) => {
        if (isTrusted && !(target instanceof Element && target.matches('input, textarea'))) countPress()
      },
      true,
    )
    addEventListener(
      'input',
      ({ isTrusted, target }) => {
        if (isTrusted && target instanceof HTMLInputElement) countField(`${location.pathname} ${target.name}`)
      },
      true,
    )
  })
  return effort
}

const placed = (page: Page) => expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible()

/** Walks from a page with the cart button to the checkout. */
async function toCheckout(page: Page, isMobile: boolean | undefined) {
  const cart = isMobile
    ? page.getByRole('link', { name: /View cart/ })
    : page.getByRole('link', { name: /^Cart, / })
  await cart.click()
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/CheckOutPage$/)
}

test('a newcomer places an order with at most 7 presses and 8 fields', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  const who = newShopper()
  const effort = await count(page)
  await page.goto('/')
  // The toast lasts only four seconds: on a slow machine both presses are repeated.
  await expect(async () => {
    effort.presses = 0
    await page
      .getByRole('button', { name: /^Add \S/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Login', exact: true }).click({ timeout: 2000 })
  }).toPass()
  await page.getByRole('link', { name: 'Register', exact: true }).click()
  for (const [field, value] of [
    ['name', who.name],
    ['email', who.email],
    ['password', who.password],
    ['confirmPassword', who.password],
  ] as const) {
    await page.locator(`[name=${field}]`).fill(value)
  }
  await page.getByRole('button', { name: 'Register' }).click()
  // The product added before the login is now in the cart.
  await expect(page).toHaveURL(/\/$/)
  await toCheckout(page, isMobile)
  await page.locator('[name=mobile]').fill('9876543210')
  await page.locator('[name=pincode]').fill('560003')
  await page.locator('[name=address_line]').fill('14, 2nd Cross, Malleshwaram')
  await expect(page.getByText(/Bengaluru|Bangalore/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Cash on Delivery/ }).click()
  await placed(page)
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(effort) })
  expect(effort.presses, `presses, and fields ${effort.fields}`).toBeLessThanOrEqual(7)
  expect(effort.fields.length, String(effort.fields)).toBeLessThanOrEqual(8)
})

test('a regular shopper places an order with 4 presses, and with Order again in 2', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  const { order } = await shopperWithAddress(page, 2)
  await order()
  const call = await apiAs(page, shopper)
  const { data: lines } = await call<{ data: { _id: string }[] }>('GET', '/api/cart/get')
  for (const { _id } of lines) await call('DELETE', '/api/cart/deleteCartItem', { _id })
  await logInByAPI(page, shopper)
  const effort = await count(page)

  await page.goto('/')
  await page
    .getByRole('button', { name: /^Add \S/ })
    .first()
    .click()
  await toCheckout(page, isMobile)
  await page.getByRole('button', { name: /^Cash on Delivery/ }).click()
  await placed(page)
  expect(effort).toEqual({ presses: 4, fields: [] })

  effort.presses = 0
  await page.goto('/')
  await page
    .getByRole('button', { name: /^Order #\d+ again$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/CheckOutPage$/)
  await page.getByRole('button', { name: /^Cash on Delivery/ }).click()
  await placed(page)
  expect(effort).toEqual({ presses: 2, fields: [] })
})
