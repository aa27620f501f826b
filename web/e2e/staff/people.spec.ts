import type { Page } from '@playwright/test'
import { apiAs, logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { clearDesk, shopperWithAddress } from '../ordering'
import { administrator, expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens the account menu's page and returns its links. */
async function menu(page: Page) {
  await page.goto('/userMenu')
  const links = page.getByRole('navigation', { name: 'My Account' }).getByRole('link')
  await expect(links.filter({ hasText: 'Orders' })).toBeVisible()
  return (await links.allTextContents()).slice(1)
}

test('a packer is invited, joins, sees only the pages of a packer, and is logged out at once when removed', async ({
  page,
  browser,
  shop,
  isMobile,
}) => {
  const email = `ravi-${isMobile ? 'phone' : 'desktop'}@example.in`
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('Please choose a role.')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('PACKER')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await dialog.getByLabel('Link of the invitation').inputValue()
  expect(link).toContain(`${shop.url}/join?token=`)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('invited as Packer, link good for 7 days more')).toBeVisible()

  const packerContext = await browser.newContext({ baseURL: shop.url })
  const packer = await packerContext.newPage()
  await packer.goto(link)
  await packer.getByLabel('Name').fill('Ravi Pawar')
  await packer.getByLabel('Password', { exact: true }).fill('short')
  await packer.getByRole('button', { name: 'Join' }).click()
  await expect(packer.getByText('Password must have 8 to 128 characters.')).toBeVisible()
  await packer.getByLabel('Password', { exact: true }).fill('seven mangoes')
  expect(await axeViolations(packer)).toEqual([])
  await packer.getByRole('button', { name: 'Join' }).click()
  await expect(packer).toHaveURL(/\/dashboard$/)
  expect(await menu(packer)).toEqual(['Orders', 'Desk', 'Counter', 'Khata'])
  for (const path of ['products', 'Category', 'uploadProduct', 'staff', 'activity']) {
    await packer.goto(`/dashboard/${path}`)
    await expect(packer.getByRole('heading', { name: 'Do not have Permission' })).toBeVisible()
  }
  const refused = await packer.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const responses = await Promise.all(
      ['/api/staff', '/api/audit', '/api/settings/all'].map((path) => fetch(path, { headers })),
    )
    return responses.map(({ status }) => status)
  })
  expect(refused).toEqual([403, 403, 403])
  // The link can be used once.
  await packer.goto(link)
  await packer.getByLabel('Name').fill('Somebody')
  await packer.getByLabel('Password', { exact: true }).fill('seven mangoes')
  await packer.getByRole('button', { name: 'Join' }).click()
  await expect(packer.getByText('This invitation is not valid any more.').first()).toBeVisible()

  await page.reload()
  const row = page.locator(`[data-member="${email}"]`)
  await expect(row.getByText('Ravi Pawar')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await row.getByRole('button', { name: 'Remove Ravi Pawar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
  await packer.goto('/dashboard/desk')
  await expect(packer.getByText('Do not have Permission')).toBeVisible()
  expect(await packer.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await packerContext.close()
})

test('the last owner cannot be removed, and the refusal says what to do', async ({ page }) => {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/staff')
  const row = page.locator(`[data-member="${administrator.email}"]`)
  await expect(row.getByText(/the only owner$/)).toBeVisible()
  await expect(
    row.getByRole('button', { name: /^Remove/ }),
    'no button that could only be refused',
  ).toHaveCount(0)
  const refused = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const members = await (await fetch('/api/staff', { headers })).json()
    const owner = members.data.find((member: { staffRole: string }) => member.staffRole === 'OWNER')
    const response = await fetch(`/api/staff/${owner._id}`, { method: 'DELETE', headers })
    return [response.status, (await response.json()).message]
  })
  expect(refused).toEqual([409, 'The shop must keep an owner. Make somebody else the owner first.'])
})

test('a customer is found and given a note, their open orders are canceled, and they are suspended and activated again', async ({
  page,
}) => {
  // Cancel only this test's orders: finish those of other tests first.
  await clearDesk(await apiAs(page))
  await (await shopperWithAddress(page, 1)).order()
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/customers')
  await page.getByRole('textbox', { name: 'Find a customer' }).fill('mill road')
  await expect(page.getByRole('link', { name: 'Ravi Kulkarni', exact: true })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Find a customer' }).fill('nobody of that name')
  await expect(page.getByText('Nobody fits this search.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find a customer' }).fill('kulkarni')
  await page.getByRole('link', { name: 'Ravi Kulkarni', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ravi Kulkarni', level: 1 })).toBeVisible()
  await page.getByLabel('Note, seen on every order').fill('Ring twice.')
  await page.getByLabel('Note, seen on every order').blur()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await page.getByText('Suspend the account').click()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Cancel \d+ open orders?$/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Cancel the orders?$/ })
    .click()
  await expect(page.getByText(/^\d+ orders? canceled$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancel \d+ open orders?$/ })).toHaveCount(0)
  const suspend = page.getByRole('button', { name: 'Suspend', exact: true })
  await expect(suspend).toBeDisabled()
  await page.getByLabel('Why (the customer reads it)').fill('Three orders refused at the door.')
  await suspend.click()
  await expect(page.getByText('Suspended: Three orders refused at the door.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const login = () => page.request.post('/api/user/login', { data: shopper })
  const response = await login()
  expect(response.status()).toBe(403)
  expect((await response.json()).message).toBe('This account is suspended: Three orders refused at the door.')
  await page.getByRole('button', { name: 'Let them in again' }).click()
  await expect(page.getByText('Suspend the account')).toBeVisible()
  expect((await login()).status()).toBe(200)
})

test('the activity log says who did what, and is filtered by kind, person and day', async ({ page }) => {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', { minOrder: 149 })
  await call('PUT', '/api/settings', { minOrder: 0 })
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/activity')
  const change = page.locator('[data-action="settings.update"]').first()
  await expect(change).toContainText('Asha Deshmukh')
  await expect(change).toContainText('Smallest order')
  await expect(change).toContainText('₹149')
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('What').selectOption('Logins')
  await expect(page.locator('[data-action="settings.update"]')).toHaveCount(0)
  await expect(page.locator('[data-action="login.ok"]').first()).toContainText('admin@kirana.test')
  await page.getByLabel('Who').selectOption('Asha Deshmukh')
  // If midnight passes during the test, earlier entries are under Yesterday.
  const today = page.getByRole('region', { name: 'Today' })
  const yesterday = page.getByRole('region', { name: 'Yesterday' })
  await expect(today).toBeVisible()
  await page.getByLabel('Days').selectOption('Yesterday')
  await expect(page.getByText('Nothing fits this filter.').or(yesterday)).toBeVisible()
  await expect(today).toHaveCount(0)
})
