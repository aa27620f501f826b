import { beforeEach, expect, test } from 'vitest'
import { keepAddedPrices, priceBefore } from './added-prices'
import type { CartLine } from './api'

const line = (price: number, _id = 'ghee') => ({ productId: { _id, price, discount: 5 } }) as CartLine

beforeEach(() => localStorage.clear())

test('a price that changed in the cart is told with the one before', () => {
  keepAddedPrices([line(100)])
  expect(priceBefore(line(100))).toBeUndefined()
  keepAddedPrices([line(120)])
  expect(priceBefore(line(120))).toBe(9500)
})

test('what left the cart comes back at the price of that day', () => {
  keepAddedPrices([line(100)])
  keepAddedPrices([line(60, 'dal')])
  keepAddedPrices([line(120), line(60, 'dal')])
  expect(priceBefore(line(120))).toBeUndefined()
})

test('what another program left in the storage is no price', () => {
  for (const text of ['null', '[1', '{"ghee":"9"}']) {
    localStorage.setItem('addedPrices', text)
    expect(priceBefore(line(100))).toBeUndefined()
  }
})
