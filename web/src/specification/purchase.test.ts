import { expect, test } from 'vitest'
import { PURCHASE, recordsWith } from './people-data'
import { open, says } from './screen'

test('a booked purchase says its day in India, the discount, and free pieces apart from paid ones', async () => {
  const line = {
    _id: 'lot000000000',
    bestBefore: undefined,
    cost: 54,
    costIncludesTax: true,
    free: 1,
    grams: null,
    mrp: null,
    pieces: 30,
    price: null,
    product: { cost: 48, image: [], mrp: 80, name: 'Toor Dal', price: 75, rate: 5, stock: 31, unit: '500 g' },
    productId: 'product00000',
    rate: 5,
    returned: 0,
    taxable: 1428.57,
    cgst: 35.71,
    sgst: 35.72,
    igst: 0,
    cess: 0,
    value: 1428.57,
  }
  const bookedAt = '2026-11-30T20:12:59Z' // 1:42 in the night of 1 December in India
  const responses = recordsWith({}, { bookedAt, discount: 120, lines: [line], total: 1500, taxable: 1428.57 })
  open(`/dashboard/purchases/${PURCHASE}`, { as: 'administrator', responses })
  await says('on 1 December.', '30 × ₹54 with tax + 1 free · GST 5 %', 'Discount on the bill−₹120')
  expect(document.body.textContent).not.toContain('30 November')
})
