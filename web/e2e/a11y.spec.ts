import { elsewhere, enter, type Named } from './administration'
import { barriers } from './barriers'
import { expect, shopper, test } from './shop'
import { addFirst, cards, fillAddress, logIn, newShopper, openShelf } from './steps'

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

test('addresses, orders, the account menu and the pages without a place have no barriers', async ({
  page,
  isMobile,
}) => {
  const free = async (what: string) => expect(await barriers(page), what).toEqual([])
  const buy = await elsewhere(page, shopper)
  await enter(page, shopper)
  await page.goto('/dashboard/address')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('City is required.')).toBeVisible()
  await free('the form of an address, refused')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  await free('addresses')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await free('the question before an address is deleted')

  const { data: addresses } = await buy<{ data: Named[] }>('GET', '/api/address/get')
  const { data: goods } = await buy<{ data: Named[] }>(
    'GET',
    '/api/product/getAll?inStock=true&page=1&limit=2',
  )
  await buy('POST', '/api/order/cod', {
    list_items: goods.map(({ _id }) => ({ productId: _id, quantity: 1 })),
    totalQty: 2,
    addressId: addresses[0]?._id,
  })
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('article').first()).toBeVisible()
  await free('my orders')
  for (const path of ['/cancel', '/userMenu', '/nowhere', '/dashboard/products']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('.sk, [data-skeleton]')).toHaveCount(0)
    await free(path)
  }
  await page.goto(`/product/it-${goods[0]?._id}`)
  const zoom = page.getByRole('button', { name: 'Zoom' })
  await expect(page.getByText(/Available|Out of Stock/)).toBeVisible()
  if (await zoom.isVisible()) {
    await zoom.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await free('a picture, large')
    await page.keyboard.press('Escape')
  }
  if (isMobile) return
  // A menu that lies over half a button makes its target small; here it lies over none.
  await page.goto('/cancel')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await free('the account menu, open')
})
