import { expect, shopper, test } from '../shop'

test('with blocked storage the shop can be browsed and searched, and a login explains the problem', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const denied = { get: deny, set: deny }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, denied)
    Object.defineProperty(Document.prototype, 'cookie', denied)
    Object.defineProperty(Navigator.prototype, 'serviceWorker', denied)
    Object.defineProperty(window, 'BroadcastChannel', { value: deny })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Vegetables' })).toBeVisible()
  await page.goto('/search')
  await page.getByRole('textbox', { name: 'Search products' }).fill('paneer')
  await page
    .getByRole('button', { name: /^Add \S/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.locator('[name=email]').fill(shopper.email)
  await page.locator('[name=password]').fill(shopper.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Your browser does not let the shop keep a login').first()).toBeVisible()
})
