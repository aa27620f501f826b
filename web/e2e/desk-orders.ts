import type { Page } from '@playwright/test'
import { type Call, logInByAPI, type NamedRecord } from './administration'
import { type Checkout, shopperWithAddress } from './ordering'
import { administrator, expect } from './shop'

/** Orders for sheet tests: placed by a shopper, read and moved by staff in another session. */

/** The fields of an order that sheet tests read. */
export interface SheetOrder extends Checkout {
  totalAmt: number
  collectAmt: number
  refundDue: number
  reason: string
  staffNote?: string
  paidBy: string
  promisedAt: string | null
  packer?: NamedRecord
  rows: {
    _id: string
    quantity: number
    orderedQuantity: number
    picked: boolean
    delivery_status: string
    product_detail: { name: string }
    producId: { _id: string }
  }[]
}

/** Returns a shopper's calls and products, and `order`, which places an order and returns its number. */
export async function orderHelpers(page: Page) {
  const { buy, goods, order } = await shopperWithAddress(page)
  return {
    buy,
    goods,
    order: async (items?: Parameters<typeof order>[0]) => (await order(items))[0].checkoutNumber,
  }
}

/** Reads an order from the server. */
export async function readOrder(call: Call, number: number): Promise<SheetOrder> {
  return (await call<{ data: SheetOrder }>('GET', `/api/order/checkout/${number}`)).data
}

/** Moves an order in another session. */
export async function moveByAPI(call: Call, number: number, to: string) {
  const { _id, stage } = await readOrder(call, number)
  await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to })
}

/** Opens an order's sheet by its URL, as an administrator. */
export async function openSheet(page: Page, number: number, who = administrator) {
  await logInByAPI(page, who)
  await page.goto(`/dashboard/desk/${number}`)
  const sheet = page.getByRole('dialog', { name: `Order #${number}` })
  await expect(sheet.getByRole('heading', { name: `#${number}` })).toBeVisible()
  await expect(sheet.getByRole('heading', { name: 'Bill' })).toBeVisible()
  return sheet
}
