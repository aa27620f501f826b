import { apiAs, logInByAPI, type NamedRecord } from '../administration'
import { administrator, expect, shopper, test } from '../shop'
import { addFirst } from '../steps'
import { dayOfOrders, SHOP } from './day-of-orders'
import { openAndTakeScreenshots, takeScreenshots } from './take'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'pictures-running' })

const SECTIONS = ['shop', 'contact', 'hours', 'delivery', 'payment', 'alerts', 'legal', 'pages'] as const

test('pictures of the settings', async ({ page }) => {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', { ...SHOP, pincodes: ['411004', '411005'], minOrder: 199 })
  await logInByAPI(page, administrator)
  for (const section of SECTIONS)
    await openAndTakeScreenshots(page, `/dashboard/settings?section=${section}`, `settings-${section}`)
})

test('pictures of the day, its close, the customers and the activity', async ({ page }) => {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', SHOP)
  const [first] = await dayOfOrders(page, call)
  await call('PUT', `/api/order/checkout/${first?.id}/stage`, { from: 'OUT', to: 'DONE', rider: 'Ravi' })
  await logInByAPI(page, administrator)
  await openAndTakeScreenshots(page, '/dashboard', 'today')
  await page.getByRole('button', { name: 'Count the cash' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takeScreenshots(page, 'day-close')
  await openAndTakeScreenshots(page, '/dashboard/customers', 'customers')
  const { data: customers } = await call<{ data: NamedRecord[] }>('GET', '/api/customers')
  await openAndTakeScreenshots(page, `/dashboard/customers/${customers[0]?._id}`, 'customer')
  await openAndTakeScreenshots(page, '/dashboard/activity', 'activity')
})

test('pictures of the staff and of joining it', async ({ page }) => {
  const call = await apiAs(page)
  const email = `ravi.${Date.now().toString(36)}@example.in`
  const { data } = await call<{ data: { link: string } }>('POST', '/api/staff/invite', {
    email,
    staffRole: 'PACKER',
  })
  await logInByAPI(page, administrator)
  await openAndTakeScreenshots(page, '/dashboard/staff', 'staff')
  await page.evaluate(() => localStorage.clear())
  await openAndTakeScreenshots(page, data.link, 'join')
})

test('pictures of a closed shop', async ({ page }) => {
  const call = await apiAs(page)
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' })
  const hours = Array.from({ length: 7 }, () => ['07:00', '22:00'])
  await logInByAPI(page, shopper)
  await page.goto('/')
  await addFirst(page)
  await call('PUT', '/api/settings', { ...SHOP, hours, holidays: [today], preorders: true })
  await openAndTakeScreenshots(page, '/', 'closed')
  await openAndTakeScreenshots(page, '/cart', 'closed-cart')
  await call('PUT', '/api/settings', { preorders: false })
  await openAndTakeScreenshots(page, '/cart', 'closed-cart-no-preorders')
  await call('PUT', '/api/settings', { hours: [], holidays: [] })
})

test('pictures of an order as its shopper follows it', async ({ page }) => {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', { ...SHOP, deliveryMinutes: 45 })
  await dayOfOrders(page, call)
  await logInByAPI(page, shopper)
  await openAndTakeScreenshots(page, '/dashboard/myorders', 'order-status')
  await page
    .getByRole('img', { name: /QR code/ })
    .first()
    .scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'order-status-upi')
})
