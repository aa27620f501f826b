import { logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { expect, shopper, test } from '../shop'
import { fillAddress, logIn, newShopper } from '../steps'
import { findProblems, setUpShop } from '../sweep'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'renamed' })

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

test('every public page has its landmarks and the name of the shop, and is accessible', async ({ page }) => {
  const { product } = await setUpShop(page)
  const { _id, name, category, subCategory } = product
  const found = await findProblems(page, [
    '/',
    `/product/${slug(name)}-${_id}`,
    `/${slug(category.name)}-${category._id}/${slug(subCategory.name)}-${subCategory._id}`,
    '/search?q=rice',
    '/cart',
    '/login',
    '/register',
    '/forgot-password',
    '/OTPVerify',
    '/ResetPassword',
    '/verify-email?code=spent',
    '/undo-email',
    '/join',
    '/setup',
    '/about',
    '/delivery',
    '/returns',
    '/privacy',
    '/terms',
    '/contact',
    '/complaint',
    '/success',
    '/cancel',
    '/nothing-like-it',
  ])
  expect(found).toEqual([])
})

test("every page of a shopper's account has its landmarks and the name of the shop, and is accessible", async ({
  page,
}) => {
  const { buy, product } = await setUpShop(page)
  await buy('POST', '/api/cart/create', { productId: product._id })
  await logInByAPI(page, shopper)
  const found = await findProblems(page, [
    '/dashboard/profile',
    '/',
    '/cart',
    '/CheckOutPage',
    '/userMenu',
    '/dashboard/address',
    '/dashboard/myorders',
    '/dashboard/products',
  ])
  expect(found).toEqual([])
})

test('refused forms and the dialogs of account pages are accessible', async ({ page }) => {
  const free = async (what: string) => expect(await axeViolations(page), what).toEqual([])
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await free('login')
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await free('forgot password')
  await page.locator('[name=email]').fill(newShopper().email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page).toHaveURL(/\/OTPVerify/)
  await page.locator('[name=otp]').fill('123')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page.getByText('Please enter the six digits of the OTP.')).toBeVisible()
  await free('OTP')
  const verified = JSON.stringify({ email: 'asha@example.com', sentAt: 0, verified: true })
  await page.evaluate((step) => sessionStorage.setItem('passwordReset', step), verified)
  await page.goto('/ResetPassword')
  await page.locator('[name=newPassword]').fill('a walk in the rain')
  await page.locator('[name=confirmPassword]').fill('a walk in the rain')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('link', { name: 'Ask for a new one' })).toBeVisible()
  await free('new password')

  await page.goto('/login?redirect=/dashboard/profile')
  await logIn(page, shopper)
  await page.getByRole('button', { name: 'Change Profile' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await free('the picture of the profile')
  await page.goto('/dashboard/address')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('City is required.')).toBeVisible()
  await free('the form of an address')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await free('the question before an address is deleted')
})
