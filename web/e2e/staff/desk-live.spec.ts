import type { Browser, Page } from '@playwright/test'
import { apiAs } from '../administration'
import { axeViolations, menuAxeViolations } from '../axe-violations'
import {
  alertState,
  cardInStage,
  newOrderer,
  openDesk,
  orderCard,
  spyOnAlerts,
  switchSound,
} from '../desk-steps'
import { type Checkout, clearDesk, openOrders } from '../ordering'
import { expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** In ms: every open desk must show a new order within this time. */
const MAX_DELAY_MS = 2_000

/** Returns a page on a second device, a phone. */
async function phone(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  })
  return await context.newPage()
}

test('a new order, and a change of stage on another device, show on every open desk within two seconds', async ({
  page,
  browser,
  shop,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  const secondDesk = await phone(browser, shop.url)
  await openDesk(page)
  await openDesk(secondDesk)
  await expect(page.getByText('All done for now')).toBeVisible()
  await expect(secondDesk.getByText('All done for now')).toBeVisible()
  const elapsed = []
  for (let count = 0; count < 3; count++) {
    const number = await order()
    const placed = Date.now()
    await Promise.all(
      [page, secondDesk].map((desk) => expect(cardInStage(desk, 'New', number)).toBeVisible()),
    )
    elapsed.push(Date.now() - placed)
    await secondDesk.getByRole('button', { name: `Accept order #${number}` }).click()
    await expect(cardInStage(page, 'Packing', number)).toBeVisible({ timeout: MAX_DELAY_MS })
  }
  test.info().annotations.push({ type: 'ms until both desks show an order', description: elapsed.join(', ') })
  expect(Math.max(...elapsed)).toBeLessThan(MAX_DELAY_MS)
  await secondDesk.context().close()
})

test('a new order rings until it is accepted, and is counted in the title, in the menu and on the icon', async ({
  page,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  await spyOnAlerts(page)
  await page.clock.install()
  await openDesk(page)
  await switchSound(page, false)
  await order()
  await expect(page.getByText(/^1 new order, #\d+$/)).toBeVisible()
  expect(await alertState(page, 'notes'), 'silent while it is switched off').toBe(0)
  await clearDesk(call)
  await expect(page.getByText('All done for now')).toBeVisible()

  await switchSound(page, true)
  const number = await order()
  await expect.poll(() => alertState(page, 'notes'), 'three notes').toBe(3)
  await expect(page).toHaveTitle(/^\(1\) Desk/)
  await expect(page.getByRole('link', { name: /^(Desk|Orders) 1 new$/ })).toBeVisible()
  await expect.poll(() => alertState(page, 'badge')).toBe(1)
  // The notes play in real time, and a lock delays the next ones until they end.
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0)
  await page.clock.fastForward(61_000)
  await expect.poll(() => alertState(page, 'notes'), 'again after a minute').toBe(6)
  await page.getByRole('button', { name: `Accept order #${number}` }).click()
  await expect(cardInStage(page, 'Packing', number)).toBeVisible()
  await page.clock.fastForward(130_000)
  await expect.poll(() => alertState(page, 'badge')).toBe(0)
  expect(await alertState(page, 'notes'), 'silent once it is accepted').toBe(6)
  await expect(page).toHaveTitle(/^Desk/)
})

test("a desk on which the sound was never switched uses the owner's setting", async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  await spyOnAlerts(page)
  await call('PUT', '/api/settings', { alerts: { sound: false } })
  await openDesk(page)
  await order()
  await expect(page.getByText(/^1 new order, #\d+$/)).toBeVisible()
  expect(await alertState(page, 'notes'), 'silent in a shop that wants no sound').toBe(0)
  await call('PUT', '/api/settings', { alerts: { sound: true } })
  await page.reload()
  await expect.poll(() => alertState(page, 'notes'), 'three notes for the order that waits').toBe(3)
})

test('the sound stays on after a reload, and a banner asks for a press while the browser blocks it', async ({
  page,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  await spyOnAlerts(page)
  await openDesk(page)
  await switchSound(page, true)
  // The page has had no user gesture, so browsers block sound.
  await page.addInitScript(() => {
    let pressed = false
    document.addEventListener('click', () => {
      pressed = true
    })
    const { resume } = AudioContext.prototype
    AudioContext.prototype.resume = function () {
      return pressed ? resume.call(this) : new Promise(() => {})
    }
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => (pressed ? 'running' : 'suspended') })
  })
  await page.reload()
  await expect(page.getByText('The browser holds the sound back until you press here.')).toBeVisible()
  await page.getByRole('button', { name: 'Allow the sound' }).click()
  await expect(page.getByText('The browser holds the sound back until you press here.')).toHaveCount(0)
  await (await newOrderer(page))()
  await expect.poll(() => alertState(page, 'notes')).toBe(3)
})

test('a new order waits behind a banner while an order is selected, and no row moves', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  const first = await order()
  const second = await order()
  await openDesk(page)
  await page.getByRole('button', { name: `Accept order #${first}` }).click()
  await expect(cardInStage(page, 'Packing', first)).toBeVisible()
  await page.getByRole('checkbox', { name: `Choose order ${second}` }).check()
  const before = await orderCard(page, first).evaluate((row) => row.getBoundingClientRect().top + scrollY)
  const chosen = page.getByText(/^1 order chosen/)
  const bar = await chosen.evaluate((text) => text.getBoundingClientRect().top + scrollY)
  const third = await order()
  await expect(page.getByText(`1 new order, #${third}`)).toBeVisible()
  await expect(orderCard(page, third)).toHaveCount(0)
  const moved = (await chosen.evaluate((text) => text.getBoundingClientRect().top + scrollY)) - bar
  const after = await orderCard(page, first).evaluate((row) => row.getBoundingClientRect().top + scrollY)
  expect(after - before, 'rows keep their places among each other').toBeCloseTo(moved, 0)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(cardInStage(page, 'New', third)).toBeVisible()
  await expect(page.getByText(`1 new order, #${third}`)).toHaveCount(0)
  await expect(chosen).toBeVisible()
})

test('a minute without a connection loses nothing: the desk keeps its orders, and catches up', async ({
  page,
  context,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  const first = await order()
  const second = await order()
  await page.clock.install()
  await openDesk(page)
  await expect(cardInStage(page, 'New', second)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^No connection since \d+:\d\d [ap]m$/)).toBeVisible()
  await page.getByRole('button', { name: `Accept order #${first}` }).click()
  await page.getByRole('button', { name: `Accept order #${second}` }).click()
  await page.getByRole('button', { name: `Packed order #${first}` }).click()
  await expect(page.getByText(/^No connection since .*, 3 steps wait$/)).toBeVisible()
  await expect(orderCard(page, first).getByText('Waits for the connection')).toBeVisible()
  await expect(cardInStage(page, 'Packed', first)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const missed = [await order(), await order()]
  // Another user is faster with the second order.
  const { _id } = (await openOrders(call)).find(({ number }) => number === second) as Checkout
  await call('PUT', `/api/order/checkout/${_id}/stage`, { from: 'NEW', to: 'OUT' })
  await page.clock.fastForward(60_000)
  await expect(orderCard(page, missed[0] ?? 0)).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText(/^No connection since/)).toHaveCount(0)
  for (const number of missed) await expect(cardInStage(page, 'New', number)).toHaveCount(1)
  await expect(page.getByText(new RegExp(`2 steps sent · #${second}: .+ at \\d+:\\d\\d [ap]m`))).toBeVisible()
  await expect(cardInStage(page, 'Packed', first)).toBeVisible()
  await expect(cardInStage(page, 'On the way', second)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mill Road' })).toHaveCount(4)
  expect((await openOrders(call)).map(({ number, stage }) => `${number} ${stage}`).sort()).toEqual([
    `${first} PACKED`,
    `${second} OUT`,
    ...missed.map((number) => `${number} NEW`),
  ])
})

test('a pause shows on the desk, refuses new orders, and is ended by a press', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const order = await newOrderer(page)
  await openDesk(page)
  await page.getByRole('button', { name: 'Pause orders' }).click()
  await page.getByRole('button', { name: /^30 minutes/ }).click()
  // In the last half hour before midnight in India the pause ends tomorrow.
  await expect(page.getByText(/^Paused until (today|tomorrow), \d+:\d\d [ap]m/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const { data } = await call<{ data: { open: boolean; pausedUntil: string } }>('GET', '/api/settings')
  expect(data.open).toBe(false)
  expect(Date.parse(data.pausedUntil) - Date.now()).toBeLessThanOrEqual(30 * 60_000)
  await expect(order()).rejects.toThrow('409')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause orders' })).toBeVisible()
  await order()
})

test('the banner, the alerts and the pauses are accessible', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  await openDesk(page)
  await (await newOrderer(page))()
  await expect(page.getByText(/^1 new order, #\d+$/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await expect(page.getByRole('checkbox', { name: /^Wake this phone/ })).toBeVisible()
  expect(await menuAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pause orders' }).click()
  await expect(page.getByRole('button', { name: /^End of the day/ })).toBeVisible()
  expect(await menuAxeViolations(page)).toEqual([])
})
