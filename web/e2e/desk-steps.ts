import type { Page } from '@playwright/test'
import { logInByAPI } from './administration'
import { shopperWithAddress } from './ordering'
import { administrator, expect } from './shop'

/** Steps of desk tests: place orders as a shopper, open the desk, find an order on it. */

/**
 * Returns a function that orders one piece each of several products and returns the order's number. Each order takes other
 * products, since the demo's stock of one product would run out.
 */
export async function newOrderer(page: Page): Promise<(products?: number) => Promise<number>> {
  const { goods, order } = await shopperWithAddress(page, 12)
  let placed = 0
  return async (products = 3) => {
    const items = Array.from({ length: products }, (_, index) => ({
      _id: goods[(placed + index) % goods.length]?._id,
    }))
    placed++
    return (await order(items))[0].checkoutNumber
  }
}

export async function openDesk(page: Page) {
  await logInByAPI(page, administrator)
  await page.goto('/dashboard')
  // On a phone the link is called Orders.
  await page.getByRole('navigation', { name: 'Administration' }).locator('a[href="/dashboard/desk"]').click()
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
}

export const orderCard = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `#${number}`, exact: true }) })

export const cardInStage = (page: Page, stage: string, number: number) =>
  page
    .getByRole('region', { name: new RegExp(`^${stage} \\d+$`) })
    .getByRole('link', { name: `#${number}`, exact: true })

/** Counts the notes that the page plays, and records the app badge. */
export async function spyOnAlerts(page: Page) {
  await page.addInitScript(() => {
    const spy = Object.assign(window, { notes: 0, badge: 0 })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      spy.notes++
      start.call(this, when)
    }
    Object.assign(navigator, {
      setAppBadge: async (count: number) => {
        spy.badge = count
      },
      clearAppBadge: async () => {
        spy.badge = 0
      },
    })
  })
}

/** Returns the number of played notes, or the app badge. */
export const alertState = (page: Page, what: 'notes' | 'badge') =>
  page.evaluate((name) => (window as unknown as Record<string, number>)[name], what)

/** Switches the sound of this device. */
export async function switchSound(page: Page, on: boolean) {
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await page.getByRole('checkbox', { name: 'Sound on' }).first().setChecked(on)
  await page.keyboard.press('Escape')
}
