import type { Page } from '@playwright/test'
import { elsewhere, enter } from './administration'
import { shopperWithAddress } from './ordering'
import { administrator, expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'renamed' })

const OPEN = [
  '/',
  '/search?q=rice',
  '/cart',
  '/login',
  '/register',
  '/forgot-password',
  '/OTPVerify',
  '/ResetPassword',
  '/verify-email',
  '/undo-email',
  '/join',
  '/setup',
  '/about',
  '/delivery',
  '/returns',
  '/privacy',
  '/terms',
  '/contact',
  '/complaint',
  '/success',
  '/cancel',
  '/nothing-like-it',
]
const SHOPPERS = [
  '/CheckOutPage',
  '/userMenu',
  '/dashboard/profile',
  '/dashboard/address',
  '/dashboard/myorders',
]
const STAFFS = [
  '/dashboard',
  '/dashboard/desk',
  '/dashboard/orders',
  '/dashboard/phone-order',
  '/dashboard/customers',
  '/dashboard/staff',
  '/dashboard/activity',
  '/dashboard/complaints',
  '/dashboard/Category',
  '/dashboard/subCategory',
  '/dashboard/uploadProduct',
  '/dashboard/products',
  '/dashboard/import',
  '/dashboard/settings',
]

/** Returns where the page and its title still have the name that the program was delivered with. */
async function foreign(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expect(page.locator('h1:visible, [role=main], main').first()).toBeVisible()
  await expect(page.locator('.sk, [data-skeleton]')).toHaveCount(0)
  const html = await page.evaluate(() => document.title + document.documentElement.outerHTML)
  // The demo's accounts have addresses at kirana.test, and the log says what the name was before.
  const found = html.replaceAll(/@kirana\.test|<s>Kirana<\/s>/g, '').matchAll(/.{0,50}k[iı]rana.{0,50}/gi)
  return Array.from(found, ([place]) => `${path}: ${place}`)
}

test('a shop with a name of its own shows no other on any page', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the texts are the same')
  const call = await elsewhere(page)
  await call('PUT', '/api/settings', {
    name: 'Ganesh Stores',
    address: 'Shop 4, Bhandarkar Road, Pune',
    phone: '90000 00012',
    email: 'namaste@ganesh.example',
    upiId: 'ganesh@upi',
    legal: { name: 'Ganesh Traders', address: 'Pune', grievance: 'Sunita Joshi, 90000 00012' },
    pages: {
      about: 'Since 1987.',
      delivery: 'By 7 pm.',
      returns: 'In a week.',
      privacy: 'None.',
      terms: 'Cash.',
    },
  })
  const { goods, order } = await shopperWithAddress(page)
  const [{ checkoutId, checkoutNumber }] = await order()
  const [product] = goods
  if (!product) throw new Error('the shop has no product')
  const { _id, name, category, subCategory } = product
  const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const found: string[] = []
  const look = async (paths: string[]) => {
    for (const path of paths) found.push(...(await foreign(page, path)))
  }
  await look([
    ...OPEN,
    `/product/${slug(name)}-${_id}`,
    `/${slug(category.name)}-${category._id}/${slug(subCategory.name)}-${subCategory._id}`,
  ])
  await enter(page, shopper)
  await look(SHOPPERS)
  await enter(page, administrator)
  const papers = ['slip', 'bill', 'rider'].map((kind) => `/dashboard/print?ids=${checkoutId}&kind=${kind}`)
  await look([
    ...STAFFS,
    `/dashboard/desk/${checkoutNumber}`,
    `/dashboard/pick-list?ids=${checkoutId}`,
    ...papers,
  ])
  expect(found).toEqual([])
})
