import { apiAs } from '../administration'
import { alertState, newOrderer, openDesk, spyOnAlerts, switchSound } from '../desk-steps'
import { clearDesk, openOrders } from '../ordering'
import { expect, test } from '../shop'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
})

const MAX_PRESSES = 34

test('a day of 40 orders takes at most one press for each of 34, and one key for each step of the other six', async ({
  page,
  browser,
  shop,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  const phone = await context.newPage()
  for (const desk of [page, phone]) {
    await spyOnAlerts(desk)
    await openDesk(desk)
    await switchSound(desk, true)
  }
  const alerts = async (waiting: number) => {
    for (const desk of [page, phone]) {
      await expect.poll(() => alertState(desk, 'badge'), 'on the icon').toBe(waiting)
      await expect(desk).toHaveTitle(waiting > 0 ? new RegExp(`^\\(${waiting}\\) Desk`) : /^Desk/)
    }
  }
  const rings = () => Promise.all([page, phone].map((desk) => alertState(desk, 'notes')))

  // 34 orders of 84 lines, by clicks: the phone accepts and packs, the desktop sends out and delivers.
  for (let count = 0; count < 34; count++) await order(count < 16 ? 3 : 2)
  let presses = 0
  const press = async (desk: typeof page, name: string | RegExp) => {
    await desk.getByRole('button', { name }).click()
    presses++
  }
  const stands = (desk: typeof page, name: string) =>
    expect(desk.getByRole('heading', { name, exact: true })).toBeVisible()
  await stands(page, 'New 34')
  await alerts(34)
  const heard = await rings()
  for (const notes of heard) expect(notes, 'three notes at least').toBeGreaterThanOrEqual(3)
  await press(phone, 'Accept all 34')
  await stands(phone, 'Packing 34')
  await alerts(0)
  await press(phone, 'Choose all 34')
  await expect(phone.getByText(/^34 orders chosen, 84 items, ₹/)).toBeVisible()
  await press(phone, /^Packed$/)
  await stands(page, 'Packed 34')
  await press(page, 'Choose all 34')
  await press(page, /^Out for delivery$/)
  await stands(page, 'On the way 34')
  await press(page, 'Choose all 34')
  await press(page, /^Delivered · ₹[\d,.]+ taken$/)
  await expect(page.getByText('All done for now')).toBeVisible()
  await expect(phone.getByText('All done for now')).toBeVisible()
  test.info().annotations.push({ type: 'presses for 34 orders of 84 lines', description: String(presses) })
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES)
  expect(await openOrders(call)).toEqual([])

  // Six more by keyboard only, one key per order and stage.
  for (let count = 0; count < 6; count++) await order(2)
  await stands(page, 'New 6')
  await alerts(6)
  for (const [desk, notes] of (await rings()).entries())
    expect(notes, 'again').toBeGreaterThan(heard[desk] ?? 0)
  for (const [from, to] of [
    ['New', 'Packing'],
    ['Packing', 'Packed'],
    ['Packed', 'On the way'],
  ]) {
    for (let left = 6; left > 0; left--) {
      await stands(page, `${from} ${left}`)
      await page.keyboard.press('n')
    }
    await stands(page, `${to} 6`)
  }
  for (let left = 6; left > 0; left--) {
    await stands(page, `On the way ${left}`)
    await page.keyboard.press('n')
  }
  await expect(page.getByText('All done for now')).toBeVisible()
  await expect(phone.getByText('All done for now')).toBeVisible()
  expect(await openOrders(call)).toEqual([])
  const { counts } = await call<{ counts: { DONE: number } }>(
    'GET',
    '/api/order/checkouts?stage=DONE&limit=1',
  )
  expect(counts.DONE).toBeGreaterThanOrEqual(40)
  await alerts(0)
  await context.close()
})
