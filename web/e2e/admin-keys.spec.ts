import { apiAs, logInByAPI } from './administration'
import { newOrderer } from './desk-steps'
import { clearDesk } from './ordering'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a status chosen by keyboard is saved on Enter or on leaving, and not before', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const number = await (await newOrderer(page))(1)
  await logInByAPI(page, administrator)
  let saved = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/order/update-status/')) saved++
  })
  await page.goto(`/dashboard/orders?q=${number}`)
  await expect(page.getByRole('link', { name: `Order #${number}` })).toBeVisible()
  const status = page.getByRole('combobox', { name: /^Delivery status of/ })
  const savedStatus = async () => {
    const { data } = await call<{ data: { rows: { delivery_status: string }[] } }>(
      'GET',
      `/api/order/checkout/${number}`,
    )
    return data.rows[0]?.delivery_status
  }
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveValue('CANCELED')
  await page.keyboard.press('Escape')
  await expect(status).toHaveValue('PENDING')
  expect(saved, 'nothing is saved in passing').toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(savedStatus).toBe('DELIVERED')
  await expect(status).toHaveValue('DELIVERED')
  await expect(status).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect.poll(savedStatus).toBe('PENDING')
  // The select is disabled while saving; the page finishes later than the server.
  await expect(status).toBeEnabled()
  expect(saved).toBe(2)
})

test('no page of the administration is wider than the window, at 200 % and at 320 px', async ({ page }) => {
  await logInByAPI(page, administrator)
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 450 })
    for (const path of ['', '/Category', '/subCategory', '/uploadProduct', '/products', '/orders']) {
      await page.goto(`/dashboard${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.sk, [data-skeleton]')).toHaveCount(0)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${path || 'Today'} at ${width} px`).toBeLessThanOrEqual(width)
    }
  }
})
