import type { Page } from '@playwright/test'
import { type Call, elsewhere, enter, type Named, plentiful } from './administration'
import { administrator, expect, shopper } from './shop'

/** What a desk's tests do: order as a shopper, look at the desk, and leave nothing open. */

export interface Listed {
  _id: string
  number: number
  stage: string
}

/** Orders as somebody who has an address, so many products each time; gives the order's number. */
export async function ordering(page: Page): Promise<(products?: number) => Promise<number>> {
  const buy = await elsewhere(page, shopper)
  const { data: address } = await buy<{ data: Named }>('POST', '/api/address/create', {
    address_line: '7, Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  })
  const goods = await plentiful(buy, 12)
  let placed = 0
  return async (products = 3) => {
    // Not the same products each time: no shelf of the demo shop lasts for a whole day.
    const chosen = Array.from({ length: products }, (_, index) => goods[(placed + index) % goods.length])
    placed++
    const { data: rows } = await buy<{ data: { checkoutNumber: number }[] }>('POST', '/api/order/cod', {
      list_items: chosen.map((product) => ({ productId: product?._id, quantity: 1 })),
      totalQty: products,
      addressId: address._id,
    })
    return rows[0]?.checkoutNumber ?? 0
  }
}

export async function openOrders(call: Call): Promise<Listed[]> {
  return (await call<{ data: Listed[] }>('GET', '/api/order/checkouts?stage=OPEN&limit=100')).data
}

/** Leaves nothing open, so that each test has a day of its own. */
export async function clearDesk(call: Call) {
  for (const { _id, stage } of await openOrders(call))
    await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'DONE' })
}

export async function openDesk(page: Page) {
  await enter(page, administrator)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Desk/ }).click()
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
}

export const card = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `#${number}`, exact: true }) })

export const inStage = (page: Page, stage: string, number: number) =>
  page
    .getByRole('region', { name: new RegExp(`^${stage} \\d+$`) })
    .getByRole('link', { name: `#${number}`, exact: true })
