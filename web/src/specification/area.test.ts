import { expect, test } from 'vitest'
import { rememberedPincode } from '@/features/address/remembered-pincode'
import { okResponse, openShop, product } from './mock-server'
import { all, open, press, says, textOf, until } from './screen'

const { _id } = product()
const shop = okResponse({ ...openShop, pincodes: ['411001'], deliveryNote: 'Delivery by 7 pm today' })
const page = `/product/toned-milk-${_id}`
const header = () => textOf(all('header')[0] as Element)

test('the header says when and where the shop delivers, on every page', async () => {
  for (const path of ['/', page, '/search?q=milk']) {
    const { address } = open(path, { responses: { 'GET /api/settings': shop } })
    await until(() => expect(header()).toContain('Delivery by 7 pm today Where to?'))
    if (path === page)
      await until(() => expect(textOf(all('main')[0] as Element)).toContain('Delivery by 7 pm today'))
    rememberedPincode.write('411001')
    await until(() => expect(header()).toContain('to 411001'))
    rememberedPincode.write('400099')
    await until(() => expect(header()).toContain('not to 400099'))
    await press('not to 400099')
    await until(() => expect(address()).toBe('/#pincode'))
    await says('We do not come to 400099 yet.')
    rememberedPincode.write(undefined)
  }
})

test('a shop that delivers everywhere and promises no time has no line about its area', async () => {
  open('/', { responses: { 'GET /api/settings': okResponse(openShop) } })
  await says('Toned Milk')
  expect(header()).not.toMatch(/deliver|where to/i)
})

test('the page of a product says that the shop does not deliver to the pincode, and so does Add, also in a card', async () => {
  for (const path of [page, '/search?q=milk']) {
    open(path, { as: 'shopper', responses: { 'GET /api/settings': shop } })
    rememberedPincode.write('400099')
    await until(() => expect(header()).toContain('not to 400099'))
    if (path === page) await says('We do not come to 400099 yet.', 'We deliver to 411001.')
    await press('Add Toned Milk')
    await until(() =>
      expect(all('[data-toast]').map(textOf).join()).toContain('We do not come to 400099 yet.'),
    )
  }
})
