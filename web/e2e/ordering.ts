import type { Page } from '@playwright/test'
import { apiAs, bestStocked, type Call, type NamedRecord } from './administration'
import { shopper } from './shop'

/** Orders through API calls: placed by the demo's shopper, listed and finished by staff. */

export interface Checkout {
  _id: string
  number: number
  stage: string
}

export interface OrderRow {
  _id: string
  checkoutId: string
  checkoutNumber: number
}

/**
 * Adds an address for the demo's shopper. Returns their calls, the products with the largest stock, and `order`, which places a
 * cash order and returns its lines: by default one piece of each product.
 */
export async function shopperWithAddress(page: Page, products = 3) {
  const buy = await apiAs(page, shopper)
  const { data: address } = await buy<{ data: NamedRecord }>('POST', '/api/address/create', {
    address_line: '7, Mill Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
    mobile: '9876543210',
  })
  const goods = await bestStocked(buy, products)
  const order = async (items: { _id?: string; quantity?: number }[] = goods) => {
    const lines = items.map(({ _id, quantity = 1 }) => ({ productId: _id, quantity }))
    const { data: rows } = await buy<{ data: [OrderRow, ...OrderRow[]] }>('POST', '/api/order/cod', {
      list_items: lines,
      totalQty: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      addressId: address._id,
    })
    return rows
  }
  return { buy, goods, order }
}

/** Returns the orders that are not DONE. */
export async function openOrders(call: Call): Promise<Checkout[]> {
  return (await call<{ data: Checkout[] }>('GET', '/api/order/checkouts?stage=OPEN&limit=100')).data
}

/** Moves every open order to DONE, so that the desk is empty. */
export async function clearDesk(call: Call) {
  for (const { _id, stage } of await openOrders(call))
    await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'DONE' })
}
