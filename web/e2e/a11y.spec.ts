import { barriers } from './barriers'
import { expect, shopper, test } from './shop'
import { addFirst, cards, logIn, newShopper, openShelf } from './steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('home, listing, product and login have no barriers', async ({ page }) => {
  await test.step('home', async () => {
    await page.goto('/')
    await expect(cards(page).first()).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('listing', async () => {
    await openShelf(page, 'Fruits')
    await expect(cards(page).first()).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('product', async () => {
    await cards(page).first().getByRole('link').click()
    await expect(page.getByText(/Available|Out of Stock/)).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('search', async () => {
    await page.goto('/search?q=dal')
    await expect(cards(page).first()).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('login', async () => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('login, with errors', async () => {
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Password is required.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
})

test('cart and checkout have no barriers', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, shopper)
  await page.goto('/search?q=bread')
  const product = await addFirst(page)

  await test.step('cart panel', async () => {
    await page.getByRole('link', { name: /^Cart, / }).click()
    await expect(page.getByRole('button', { name: 'Proceed' })).toBeEnabled()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('cart page', async () => {
    await page.goto('/cart')
    await expect(page.getByRole('link', { name: product, exact: true })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('checkout', async () => {
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByRole('button', { name: 'Cash on Delivery' })).toBeEnabled()
    expect(await barriers(page)).toEqual([])
  })
})

test('a new password, a mailed link and the profile have no barriers', async ({ page }) => {
  await test.step('forgot password', async () => {
    await page.goto('/forgot-password')
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page.getByText('Email is required.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('OTP', async () => {
    await page.locator('[name=email]').fill(newShopper().email)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page).toHaveURL(/\/OTPVerify/)
    await page.locator('[name=otp]').fill('123')
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(page.getByText('Please enter the six digits of the OTP.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('new password', async () => {
    const verified = JSON.stringify({ email: 'asha@example.com', sentAt: 0, verified: true })
    await page.evaluate((step) => sessionStorage.setItem('passwordReset', step), verified)
    await page.goto('/ResetPassword')
    await page.locator('[name=newPassword]').fill('a walk in the rain')
    await page.locator('[name=confirmPassword]').fill('a walk in the rain')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByRole('link', { name: 'Ask for a new one' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('a link that is over', async () => {
    await page.goto('/verify-email?code=spent')
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
  await test.step('profile and its dialog', async () => {
    await page.goto('/login?redirect=/dashboard/profile')
    await logIn(page, shopper)
    await expect(page.getByRole('button', { name: 'Update Info' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Change Profile' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })
})
