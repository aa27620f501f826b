import type { Page } from '@playwright/test'
import { logInByAPI } from '../administration'
import { holdScripts, observeHydration, openHydrated, SCRIPTS } from '../hydration'
import { expect, shopper, test } from '../shop'
import { newShopper } from '../steps'

/** The login and registration forms are rendered on the server and hydrated; pages of a shopper are served as skeletons. */

test.use({ ownShop: 'rendered' })

/** A public URL of every route. */
const PUBLIC = [
  '/',
  '/search?q=',
  '/login',
  '/register',
  '/forgot-password',
  '/OTPVerify',
  '/ResetPassword',
  '/verify-email',
  '/undo-email',
  '/join',
  '/invited',
  '/your-khata',
  '/complaint',
  '/cart',
  '/CheckOutPage',
  '/userMenu',
  '/success',
  '/cancel',
  '/about',
  '/contact',
  '/delivery',
  '/returns',
  '/privacy',
  '/terms',
]

/** Returns the fields and the button of the login page. */
function loginForm(page: Page) {
  return {
    email: page.locator('[name=email]'),
    password: page.locator('[name=password]'),
    submit: page.getByRole('button', { name: 'Login' }),
  }
}

test.beforeEach(({ page }) => observeHydration(page))

test('a login that is typed before the scripts have loaded is kept, and sent once', async ({ page }) => {
  const release = await holdScripts(page)
  const logins: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/login')) logins.push(request.postData() ?? '')
  })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.goto('/login?redirect=/about', { waitUntil: 'commit' })
  const { email, password, submit } = loginForm(page)
  await email.fill(shopper.email)
  await password.fill(shopper.password)
  await password.press('Enter')
  await password.press('Enter')
  await submit.click()
  release()
  await expect(page).toHaveURL((url) => url.pathname === '/about')
  expect(logins.map((body) => JSON.parse(body).email)).toEqual([shopper.email])
  expect(documents, 'the form is sent without the app').toHaveLength(1)
})

test("text typed into a form before and while the scripts load is kept; other fields have the app's values", async ({
  page,
}) => {
  // A password reset in progress prefills the field unless the user has typed.
  await page.addInitScript(() =>
    sessionStorage.setItem('passwordReset', JSON.stringify({ email: 'before@kirana.test', sentAt: 1 })),
  )
  for (const path of ['/register', '/forgot-password']) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('form [type=submit]').waitFor()
    const { name, email, password } = newShopper()
    const typed = Object.entries({ name, email, password, confirmPassword: password })
    for (const [field, value] of typed) {
      const input = page.locator(`[name=${field}]`)
      if ((await input.count()) > 0) await input.fill(value)
    }
    const last = page.locator('form input').last()
    await last.press('End')
    const working = openHydrated(page)
    const code = page.waitForResponse(/\/assets\/.*\.js/)
    release()
    await code
    await last.pressSequentially('.com')
    await working
    for (const [field, value] of typed) {
      const input = page.locator(`[name=${field}]`)
      if ((await input.count()) === 0) continue
      const isLast = (await last.getAttribute('name')) === field
      await expect(input, field).toHaveValue(isLast ? `${value}.com` : value)
    }
    // The form's state has the typed values as well: with empty ones it would show errors.
    await page.locator('form [type=submit]').click()
    await expect(page.getByText(/^(Enter|Choose) your/)).toHaveCount(0)
    await page.unroute(SCRIPTS)
  }
  await page.goto('/forgot-password')
  await expect(page.locator('[name=email]')).toHaveValue('before@kirana.test')
})

test('text typed and buttons pressed in any form of a rendered page are sent, on a slow connection and at once', async ({
  page,
}) => {
  const forms: string[] = []
  for (const path of PUBLIC) {
    const html = await (await page.request.get(path)).text()
    if (/<(input|textarea|select)\b/.test(html.slice(html.indexOf('id="root"')))) forms.push(path)
  }
  expect(forms).toEqual(expect.arrayContaining(['/search?q=', '/login', '/register', '/forgot-password']))
  const sent: string[] = []
  await page.route(/\/api\/user\/(login|register|forgot-password)$/, (route) => {
    sent.push(route.request().postData() ?? '')
    return route.fulfill({
      status: 400,
      json: { success: false, error: true, message: 'Not now.', data: null },
    })
  })
  for (const path of forms)
    for (const slowly of [true, false])
      await test.step(`${path} ${slowly ? 'on a slow line' : 'at once'}`, async () => {
        sent.length = 0
        const release = slowly ? await holdScripts(page) : () => {}
        await page.goto(path, { waitUntil: 'commit' })
        const fields = page.locator('#root :is(input, textarea):visible')
        await fields.first().waitFor()
        const typed: string[] = []
        for (const field of await fields.all()) {
          const type = await field.getAttribute('type')
          const text = type === 'password' ? 'a fine password' : 'typed'
          typed.push(type === 'email' ? `${text}@kirana.test` : text)
          await field.fill(typed.at(-1) ?? '')
        }
        const submit = page.locator('main form [type=submit]')
        const isSent = (await submit.count()) > 0
        if (isSent) await submit.last().click()
        release()
        if (isSent) {
          await expect.poll(() => sent).toHaveLength(1)
          for (const text of typed) expect(sent[0]).toContain(text)
        } else await expect(page).toHaveURL(/\?q=typed$/)
        await expect(fields.first()).toHaveValue(typed[0] ?? '')
        await page.unroute(SCRIPTS)
      })
})

test('links of a form work before the scripts have loaded and keep the redirect of the login, and text typed there is sent', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login?redirect=/search?q=a%20b', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register\?redirect=%2Fsearch%3Fq%3Da%20b$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible()
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password/)
  await page.locator('[name=email]').fill(newShopper().email)
  release()
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page).toHaveURL(/\/OTPVerify/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a login says that it needs scripts, and sends no password', async ({ page }) => {
    await page.goto('/login')
    const { email, password, submit } = loginForm(page)
    await email.fill(shopper.email)
    await password.fill(shopper.password)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await submit.click()
    // Playwright's text locators skip noscript.
    await expect(page.locator('form noscript > *')).toBeVisible()
    await page.getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL(/\/register$/)
    expect(sent[0], 'the press leads nowhere').toMatch(/\/register$/)
  })
})

test('pages of an account are first a skeleton whose links work and do not move, and are replaced while the API is slow', async ({
  page,
}) => {
  await logInByAPI(page, shopper)
  await openHydrated(page, '/')
  for (const path of ['/dashboard/myorders', '/dashboard/profile', '/about']) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await expect(page.locator('[data-skeleton]').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/')
    const working = openHydrated(page)
    release()
    const { complaints, shift } = await working
    expect(complaints, path).toEqual([])
    expect(shift, `${path} moves`).toBeLessThan(0.02)
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    await page.unrouteAll()
  }

  let release = () => {}
  const replied = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('/api/**', async (route) => {
    await replied
    await route.continue()
  })
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the cart and the desk are not rendered on the server', async ({ page }) => {
  await holdScripts(page)
  for (const path of ['/cart', '/dashboard/desk']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('link[rel=stylesheet]').first()).toBeAttached()
    await expect(page.locator('#root *')).toHaveCount(0)
  }
})
