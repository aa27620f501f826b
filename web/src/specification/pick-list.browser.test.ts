import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './browser-screen'
import { okResponse } from './mock-server'

test('on a phone of 360 px Print stands on the line of the title, above the summary', async () => {
  const split = { letter: 'A', row: 'milk1', quantity: 2, picked: false, wish: 'REMOVE' }
  const milk = {
    productId: 'milk',
    name: 'Milk',
    unit: '1 L',
    image: [],
    stock: 3,
    quantity: 2,
    split: [split],
  }
  await open('/dashboard/pick-list?ids=order0000001', {
    as: 'administrator',
    size: { width: 360, height: 740 },
    responses: {
      'GET /api/order/picklist': okResponse({
        baskets: [{ letter: 'A', _id: 'order0000001', number: 1039, name: 'Asha' }],
        shelves: [{ shelf: 'Dairy', lines: [milk] }],
      }),
    },
  })
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const print = page.getByRole('button', { name: 'Print' })
  await expect.element(print).toBeVisible()
  const title = boxOf(page.getByRole('heading', { name: 'Pick list', level: 1 }).element())
  const summary = boxOf(page.getByText('1 order, one walk through the shop').element())
  const button = boxOf(print.element())
  expect(button.top).toBeLessThan(title.bottom)
  expect(summary.top).toBeGreaterThanOrEqual(button.bottom)
})
