import { expect, test } from 'vitest'
import { aLine, okResponse } from './mock-server'
import { all, field, fill, open, press, says, until } from './screen'

const responses = {
  'GET /api/order/getAllOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }),
}

test('the search field of the orders follows the URL, also when a link clears it', async () => {
  const { address, requests } = open('/dashboard/orders', { as: 'administrator', responses })
  await says('1 order')
  await fill('q', 'milk')
  await until(() => expect(requests.at(-1)?.query).toContain('q=milk'))
  await press('Orders')
  await until(() => expect(address()).toBe('/dashboard/orders'))
  await until(() => expect(all<HTMLInputElement>('[name=q]').map(({ value }) => value)).toEqual(['']))
})

test('a URL with a search fills the field', async () => {
  open('/dashboard/orders?q=dal', { as: 'administrator', responses })
  await says('1 order')
  expect((await field('q')).value).toBe('dal')
})

for (const path of ['/dashboard/orders', '/dashboard/desk?q=dal']) {
  test(`the label of the search field of ${path} mentions riders`, async () => {
    open(path, { as: 'administrator', responses })
    expect((await field('q')).placeholder).toMatch(/rider/)
  })
}
