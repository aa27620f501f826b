import type { Page } from '@playwright/test'
import { apiAs, type Call, type NamedRecord, type Product } from '../administration'
import { shopper } from '../shop'

/** A shop with a name of its own, an address and a UPI ID. */
export const SHOP = {
  name: 'Ganesh Kirana Stores',
  address: 'Shop 4, Bhandarkar Road, Pune 411004',
  phone: '90000 00012',
  upiId: 'ganeshkirana@upi',
  legal: {
    name: 'Ganesh Kirana Stores',
    address: 'Shop 4, Bhandarkar Road, Pune 411004',
    fssai: '11520000000000',
    gstin: '',
    grievance: '',
  },
}

export interface PlacedOrder {
  id: string
  number: number
}

/** Creates orders in each stage: on the way, packed, in packing, and two new ones. Returns them in this order. */
export async function dayOfOrders(page: Page, call: Call): Promise<PlacedOrder[]> {
  const buy = await apiAs(page, shopper)
  const { data: address } = await buy<{ data: NamedRecord }>('POST', '/api/address/create', {
    address_line: 'B-204, Shivneri Society, Lane 4',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
    country: 'India',
    mobile: '9000000042',
  })
  const { data: all } = await buy<{ data: Product[] }>(
    'GET',
    '/api/product/getAll?inStock=true&sort=discount&page=1&limit=60',
  )
  // Each product is in up to three orders, with two pieces each.
  const goods = all.filter(({ stock, price }) => stock >= 6 && price < 500)
  const { data: open } = await call<{ data: { _id: string; stage: string }[] }>(
    'GET',
    '/api/order/checkouts?stage=OPEN&limit=100',
  )
  for (const { _id, stage } of open)
    await call('PUT', `/api/order/checkout/${_id}/stage`, { from: stage, to: 'DONE' })
  const orders = []
  for (const [place, to] of ['OUT', 'PACKED', 'PACKING', '', ''].entries()) {
    const { data: rows } = await buy<{ data: { checkoutId: string; checkoutNumber: number }[] }>(
      'POST',
      '/api/order/cod',
      {
        list_items: goods.slice(place, place + 3).map(({ _id }) => ({ productId: _id, quantity: 2 })),
        totalQty: 6,
        addressId: address._id,
      },
    )
    const { checkoutId: id = '', checkoutNumber: number = 0 } = rows[0] ?? {}
    if (to) await call('PUT', `/api/order/checkout/${id}/stage`, { from: 'NEW', to })
    orders.push({ id, number })
  }
  return orders
}
