import type { Page } from '@playwright/test'
import { type Call, elsewhere, enter, type Named, plentiful } from './administration'
import { administrator, expect, shopper } from './shop'

/** Orders for tests of the desk: placed by a shopper, read and cleared by staff who sit elsewhere. */

export interface Listed {
  _id: string
  number: number
  stage: string
}

/** What tests of the sheet read of an order. */
export interface Sheet extends Listed {
  totalAmt: number
  collectAmt: number
  refundDue: number
  reason: string
  staffNote?: string
  paidBy: string
  promisedAt: string | null
  packer?: Named
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

/** Orders as somebody who has an address; gives the order's number. Without products: one each of the first three. */
export async function ordering(page: Page) {
  const buy = await elsewhere(page, shopper)
  const { data: address } = await buy<{ data: Named }>('POST', '/api/address/create', {
    address_line: '7, Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  })
  const goods = await plentiful(buy, 3)
  const order = async (products: { _id: string; quantity?: number }[] = goods): Promise<number> => {
    const items = products.map(({ _id, quantity = 1 }) => ({ productId: _id, quantity }))
    const { data: rows } = await buy<{ data: { checkoutNumber: number }[] }>('POST', '/api/order/cod', {
      list_items: items,
      totalQty: items.reduce((sum, { quantity }) => sum + quantity, 0),
      addressId: address._id,
    })
    return rows[0]?.checkoutNumber ?? 0
  }
  return { order, goods, buy }
}

async function openOrders(call: Call): Promise<Listed[]> {
  return (await call<{ data: Listed[] }>('GET', '/api/order/checkouts?stage=OPEN&limit=100')).data
}

/** Leaves nothing open, so that each test has a day of its own. */
export async function clearDesk(call: Call) {
  for (const { _id, stage } of await openOrders(call))
    await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'DONE' })
}

/** An order as the server has it. */
export async function orderOf(call: Call, number: number): Promise<Sheet> {
  return (await call<{ data: Sheet }>('GET', `/api/order/checkout/${number}`)).data
}

/** Moves an order as somebody else would. */
export async function moveElsewhere(call: Call, number: number, to: string) {
  const { _id, stage } = await orderOf(call, number)
  await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to })
}

/** Opens an order's sheet by its address, as somebody who runs the shop. */
export async function openSheet(page: Page, number: number, who = administrator) {
  await enter(page, who)
  await page.goto(`/dashboard/desk/${number}`)
  const sheet = page.getByRole('dialog', { name: `Order #${number}` })
  await expect(sheet.getByRole('heading', { name: `#${number}` })).toBeVisible()
  await expect(sheet.getByRole('heading', { name: 'Bill' })).toBeVisible()
  return sheet
}
