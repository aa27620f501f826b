import { expect, test } from '../shop'
import { logIn, newShopper, register } from '../steps'

const OTP = /^ {4}(\d{6})\r?$/m

test('a forgotten password: an OTP by mail, a new password, the login; a reload loses no step', async ({
  page,
  shop,
}) => {
  const shopper = newShopper()
  await register(page, shopper)

  for (const step of ['/OTPVerify', '/ResetPassword']) {
    await page.goto(step)
    await expect(page, `${step} without the step before`).toHaveURL(/\/forgot-password/)
  }
  await page.goto('/login?redirect=/dashboard/profile')
  await page.locator('[name=email]').fill(shopper.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.locator('[name=email]')).toHaveValue(shopper.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('otp sent to your email!')).toBeVisible()
  await expect(page).toHaveURL(/\/OTPVerify/)

  await page.reload()
  const field = page.getByRole('textbox', { name: 'OTP' })
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  // The first digit of an OTP is never 0.
  await field.fill('000000')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page.getByText('Invalid OTP').first()).toBeVisible()
  await expect(field).toBeFocused()
  const [, otp = ''] = await shop.mailTo(shopper.email, OTP)
  await page.keyboard.insertText(`Your OTP is ${otp.slice(0, 3)} ${otp.slice(3)}.`)
  await expect(field).toHaveValue(otp)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page.getByText('OTP Verified!')).toBeVisible()
  await expect(page).toHaveURL(/\/ResetPassword/)

  await page.reload()
  const password = 'a dry walk at last'
  await page.locator('[name=newPassword]').fill(password)
  await page.locator('[name=confirmPassword]').fill('another walk')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.locator('[name=confirmPassword]').fill(password)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password reset successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)

  await logIn(page, { email: shopper.email, password })
  await expect(page).toHaveURL(/\/dashboard\/profile/)
})

test('a lost link is sent again, replaces the first one, and confirms once', async ({ page, shop }) => {
  const LINK = /http:\S+\/verify-email\?code=[\w-]+/
  const shopper = newShopper()
  await register(page, shopper)
  const [lost] = await shop.mailTo(shopper.email, LINK)
  await page.goto('/login?redirect=/dashboard/profile')
  await logIn(page, shopper)
  await expect(page.getByText(`${shopper.email} is not confirmed yet.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(`We have sent the link to ${shopper.email}.`)).toBeVisible()

  let link = lost
  await expect(async () => {
    ;[link] = await shop.mailTo(shopper.email, LINK)
    expect(link).not.toBe(lost)
  }).toPass()
  await page.goto(lost)
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await expect(page.locator('[name=email]')).toHaveValue(shopper.email)
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
})

test('an avatar is previewed before it is sent, and changes nothing else', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await page.goto('/login?redirect=/dashboard/profile')
  await logIn(page, shopper)
  await page.locator('[name=name]').fill('Asha R. Rao')

  await page.getByRole('button', { name: 'Change Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Profile' })
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } })
  await dialog.locator('[name=avatar]').setInputFiles({
    name: 'drawing.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(dialog.getByRole('alert')).toContainText('Only JPEG, PNG, WebP and GIF')
  await dialog
    .locator('[name=avatar]')
    .setInputFiles({ name: 'asha.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.locator('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Upload successful')).toBeVisible()
  await expect(page.locator('main img[src^="/media/"]').first()).toBeAttached()
  await expect(page.locator('[name=name]')).toHaveValue('Asha R. Rao')
  await expect(page.getByRole('button', { name: 'Change Profile' })).toBeFocused()
})
