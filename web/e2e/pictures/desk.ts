import type { Page } from '@playwright/test'
import { type Call, elsewhere, enter, type Named } from '../administration'
import { administrator, expect, shopper, test } from '../shop'
import { take, takeAt, takeForReadme } from './take'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SHOP = {
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

/** Orders for each stage, the oldest furthest on; returns their ids. */
async function dayOfOrders(page: Page, call: Call): Promise<string[]> {
  const buy = await elsewhere(page, shopper)
  const { data: address } = await buy<{ data: Named }>('POST', '/api/address/create', {
    address_line: 'B-204, Shivneri Society, Lane 4',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
    country: 'India',
    mobile: '9000000042',
  })
  const { data: goods } = await buy<{ data: Named[] }>(
    'GET',
    '/api/product/getAll?inStock=true&sort=discount&page=1&limit=8',
  )
  const ids = []
  for (const [place, to] of ['OUT', 'PACKED', 'PACKING', '', ''].entries()) {
    const { data: rows } = await buy<{ data: { checkoutId: string }[] }>('POST', '/api/order/cod', {
      list_items: goods.slice(place, place + 3).map(({ _id }) => ({ productId: _id, quantity: 2 })),
      totalQty: 6,
      addressId: address._id,
    })
    const id = rows[0]?.checkoutId ?? ''
    if (to) await call('PUT', `/api/order/checkout/${id}/stage`, { from: 'NEW', to })
    ids.push(id)
  }
  return ids
}

test('pictures of the desk and its papers', async ({ page, isMobile }) => {
  const call = await elsewhere(page)
  await call('PUT', '/api/settings', SHOP)
  const ids = await dayOfOrders(page, call)
  await enter(page, administrator)
  await page.goto('/dashboard/desk')
  await expect(page.getByRole('checkbox', { name: /^Choose order/ })).toHaveCount(ids.length)
  await take(page, 'desk')
  if (!isMobile) await takeForReadme(page, 'desk')
  for (const [kind, paper] of [
    ['slip', '80'],
    ['slip', '58'],
    ['bill', 'a4'],
    ['riders', 'a4'],
  ] as const)
    await takeAt(
      page,
      `/dashboard/print?ids=${ids.join(',')}&kind=${kind}&paper=${paper}`,
      `print-${kind}-${paper}`,
    )
  await page.goto(`/dashboard/print?ids=${ids.slice(0, 1).join()}&kind=slip&paper=80`)
  await expect(page.getByRole('article')).toBeVisible()
  if (!isMobile) await takeForReadme(page, 'print')
})
