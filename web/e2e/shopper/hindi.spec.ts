import { apiAs, logInByAPI } from '../administration'
import { openHindi } from '../hindi'
import { followRequests } from '../hydration'
import { catalogNames, cutTexts, latinTexts, lengthenTexts } from '../latin'
import { overflows } from '../overflow'
import { expect, shopper, test } from '../shop'

// The test changes the shop's settings.
test.use({ ownShop: 'hindi', viewport: { width: 360, height: 780 } })

test.beforeEach(async ({ page }) => {
  await (await apiAs(page))('PUT', '/api/settings', { languages: ['en', 'hi', 'mr'] })
})

const PUBLIC = [
  '/',
  '/search?q=दूध',
  '/search?q=क्षक्षक्ष',
  '/login',
  '/register',
  '/forgot-password',
  '/cart',
  '/contact',
  '/nowhere',
]
const OWN = [
  '/cart',
  '/CheckOutPage',
  '/userMenu',
  '/dashboard/profile',
  '/dashboard/address',
  '/dashboard/myorders',
  '/complaint',
]

test('a shopper chooses Hindi, and no page has English text except names', async ({ page }) => {
  const names = [
    ...(await catalogNames(page)),
    shopper.email,
    'India',
    'Ravi Kulkarni',
    'RK',
    'Linux',
    'Chrome',
  ]
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  const english: string[] = []
  const collectEnglish = async (path: string) => {
    await openHindi(page, path)
    for (const text of await latinTexts(page, names)) english.push(`${path}: ${text}`)
    for (const what of await overflows(page)) english.push(`${path} at 360 px: ${what}`)
  }
  for (const path of PUBLIC) await collectEnglish(path)
  await openHindi(page, '/')
  const shelf = await page.locator('main nav a').first().getAttribute('href')
  const product = await page.locator('main h3 a').first().getAttribute('href')
  for (const path of [shelf, product]) await collectEnglish(path ?? '')
  await logInByAPI(page, shopper)
  for (const path of OWN) await collectEnglish(path)
  expect(english).toEqual([])

  await test.step('a press and a refusal are in Hindi, too', async () => {
    await openHindi(page, product ?? '')
    await page.getByRole('button', { name: /^जोड़ें/ }).first().click()
    await expect(page.getByText('कार्ट में जुड़ गया!')).toBeVisible()
    const refused = await page.request.get('/api/address/get')
    expect((await refused.json()).message).toBe('पहले लॉग इन करें')
  })

  await test.step('the footer leads to Marathi, and the choice stays', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'मराठी' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'mr-IN')
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'लॉग इन' })).toBeVisible()
    await expect(page).toHaveTitle(/^लॉग इन - /)
  })
})

test('texts that are 40 % longer are not cut on a narrow phone', async ({ page }) => {
  await page.context().addCookies([{ name: 'language', value: 'hi', domain: '127.0.0.1', path: '/' }])
  const cut: string[] = []
  const settled = followRequests(page.context())
  await logInByAPI(page, shopper)
  for (const path of ['/', '/search?q=दूध', '/login', '/register', ...OWN]) {
    await openHindi(page, path)
    // Lengthen the texts after hydration, which needs those of the server.
    await settled(page)
    await lengthenTexts(page)
    for (const text of await cutTexts(page)) cut.push(`${path}: ${text}`)
  }
  expect(cut).toEqual([])

  await page
    .locator('h1')
    .first()
    .evaluate((title) => {
      title.style.cssText = 'width: 2em; overflow: hidden; white-space: nowrap'
    })
  expect(await cutTexts(page), 'a text that is cut').not.toEqual([])
})
