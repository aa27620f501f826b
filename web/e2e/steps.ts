import { expect, type Page } from '@playwright/test'

/** What people do in the shop, named like its screens. Form fields are found by the API's field names. */

export interface Account {
  email: string
  password: string
}

let people = 0

/** Returns a shopper without an account. */
export function newShopper(): Account & { name: string } {
  people += 1
  return {
    name: 'Asha Rao',
    email: `asha.${Date.now().toString(36)}.${people}@example.com`,
    password: 'a walk in the rain',
  }
}

export async function register(page: Page, who: Account & { name: string }) {
  await page.goto('/register')
  await page.locator('[name=name]').fill(who.name)
  await page.locator('[name=email]').fill(who.email)
  await page.locator('[name=password]').fill(who.password)
  await page.locator('[name=confirmPassword]').fill(who.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Registration successful!')).toBeVisible()
  await expect(page).not.toHaveURL(/\/register/)
}

/** Logs in on the login page and waits until it has redirected. */
export async function logIn(page: Page, who: Account) {
  await page.locator('[name=email]').fill(who.email)
  await page.locator('[name=password]').fill(who.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Opens the account menu: a page of its own on a phone, a list under the header's button elsewhere. */
export async function openAccountMenu(page: Page) {
  const phone = page.getByRole('link', { name: 'Account', exact: true })
  await phone.or(page.getByRole('button', { name: 'Account', exact: true })).click()
}

export async function logOut(page: Page) {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
}

/** Opens a category's first sub-category from the home page; returns its name. */
export async function openFirstSubCategory(page: Page, category: string) {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: category }).click()
  await expect(page).toHaveURL(/\/[^/]+-[0-9a-z]{12,40}\/[^/]+-[0-9a-z]{12,40}$/)
}

/** Returns the products that a page shows. */
export function productCards(page: Page) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading') })
}

/** Adds the first available product to the cart; returns its name. */
export async function addFirst(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Add \S/ }).first()
  const name = ((await button.getAttribute('aria-label')) ?? '').replace('Add ', '')
  await button.click()
  // Home may show a product in several rows.
  const stepper = page.getByRole('group', { name: `Quantity of ${name}`, exact: true }).first()
  await expect(stepper.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(page.getByText('Added to cart!')).toBeVisible()
  return name
}

export async function fillAddress(page: Page) {
  await page.locator('[name=address_line]').fill('14, 2nd Cross, Malleshwaram')
  await page.locator('[name=city]').fill('Bengaluru')
  await page.locator('[name=state]').fill('Karnataka')
  await page.locator('[name=pincode]').fill('560003')
  await page.locator('[name=country]').fill('India')
  await page.locator('[name=mobile]').fill('9876543210')
}

/** Types the password into the confirmation dialog before a sensitive change. */
export async function confirmPassword(page: Page, { password }: Account) {
  const dialog = page.getByRole('dialog', { name: 'Please confirm your password' })
  await dialog.locator('input').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}
