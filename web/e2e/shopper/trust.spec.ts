import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { administrator, expect, test } from '../shop'
import { type Account, confirmPassword, logIn, newShopper, register } from '../steps'

/** Returns the current code of an authenticator app for a key (RFC 6238). */
function codeOf(key: string, at = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Sends the login form without waiting for a result. */
async function tryLogin(page: Page, { email, password }: Account) {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a shopper changes the password, takes the data along and deletes the account', async ({ page }) => {
  const asha = newShopper()
  await register(page, asha)
  await page.goto('/login?redirect=/dashboard/profile')
  await logIn(page, asha)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.locator('[name=password]').fill('not the one')
  await dialog.locator('[name=newPassword]').fill('password123')
  await dialog.locator('[name=confirmPassword]').fill('password123')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.locator('[name=password]').fill(asha.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('This password is too common. Please choose another one.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await dialog.locator('[name=newPassword]').fill('a dry walk at last')
  await dialog.locator('[name=confirmPassword]').fill('a dry walk at last')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('my-data.json')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await page.goto('/login')
  await tryLogin(page, { email: asha.email, password: 'a dry walk at last' })
  await expect(page.getByText('Email or password is incorrect.').first()).toBeVisible()
})

test('a new email asks for the password some time after the login, and loses nothing', async ({ page }) => {
  const asha = newShopper()
  await register(page, asha)
  await page.goto('/login?redirect=/dashboard/profile')
  await logIn(page, asha)
  await page.route('**/api/user/update-user', async (route) => {
    const { password } = route.request().postDataJSON() as { password?: string }
    if (password !== undefined) return route.fallback()
    const body = {
      success: false,
      error: true,
      message: 'Please confirm your password',
      code: 'confirm_password',
      data: null,
    }
    await route.fulfill({ status: 403, json: body })
  })
  const next = newShopper().email
  // The login page has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.locator('[name=email]').fill(next)
  await page.locator('[name=mobile]').fill('9876543210')
  await page.getByRole('button', { name: 'Update Info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please confirm your password' })
  await expect(dialog).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill('not the one')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(asha.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/Updated successfully/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[name=mobile]')).toHaveValue('9876543210')
})

test('a link sent to the former address reverts a change of email', async ({ page, shop }) => {
  const asha = newShopper()
  await register(page, asha)
  // Confirm the address first: an unconfirmed one may belong to someone else and gets no undo link.
  const [confirmation] = await shop.mailTo(asha.email, /http:\S+\/verify-email\?code=[\w-]+/)
  await page.goto(confirmation)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.goto('/dashboard/profile')
  await page.locator('[name=email]').fill(newShopper().email)
  await page.locator('[name=mobile]').fill('9876543210')
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(page.getByText(/Updated successfully/)).toBeVisible()
  const [link] = await shop.mailTo(asha.email, /http:\S+\/undo-email\?code=[\w-]+/)
  await page.goto(link)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is as it was' })).toBeVisible()
  // Taking the change back ended the password: the page leads to setting a new one without another mail.
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await page.locator('[name=newPassword]').fill('twelve ripe guavas')
  await page.locator('[name=confirmPassword]').fill('twelve ripe guavas')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/dashboard/profile')
  await expect(page.getByText('Authentication required')).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
})

test('the owner switches a second factor on, and the login asks for its code', async ({ page }) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Switch on' }).click()
  await expect(page).toHaveURL(/profile#second-factor/)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await confirmPassword(page, administrator)
  const dialog = page.getByRole('dialog', { name: 'Switch on the second factor' })
  await expect(dialog.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.locator('[name=code]').fill('000000')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByText('This code is not right.')).toBeVisible()
  await dialog.locator('[name=code]').fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep these recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  expect(await axeViolations(page)).toEqual([])
  const recovery = (await kept.getByRole('listitem').first().textContent()) ?? ''
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?redirect=/dashboard/profile')
  await tryLogin(page, administrator)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await expect(page.locator('[name=password]')).toHaveValue(administrator.password)
  expect(await axeViolations(page)).toEqual([])
  await code.fill('123456')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('This code is not right.').first()).toBeVisible()
  await code.fill(recovery)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Switch off' }).click()
  // Each code is valid once: use the one after that which enabled the second factor.
  await page
    .getByRole('dialog')
    .locator('[name=code]')
    .fill(codeOf(key, Date.now() + 30_000))
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Your logins ask for no code any more.')).toBeVisible()
})
