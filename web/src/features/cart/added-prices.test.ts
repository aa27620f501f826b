import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { saveAddedPrices } from './added-prices'
import type { CartLine } from './api'
import { usePriceWhenAdded } from './price-rises'

const line = (price: number, _id = 'ghee') => ({ productId: { _id, price, discount: 5 } }) as CartLine
const priceWhenAdded = (current: CartLine) => renderHook(() => usePriceWhenAdded(current)).result.current

beforeEach(() => localStorage.clear())

test('the price as added is returned if it has changed since', () => {
  saveAddedPrices([line(100)])
  expect(priceWhenAdded(line(100))).toBeUndefined()
  saveAddedPrices([line(120)])
  expect(priceWhenAdded(line(120))).toBe(9500)
})

test('a removed product is compared with its price at the next Add', () => {
  saveAddedPrices([line(100)])
  saveAddedPrices([line(60, 'dal')])
  saveAddedPrices([line(120), line(60, 'dal')])
  expect(priceWhenAdded(line(120))).toBeUndefined()
})

test('a stored value that is not a price is ignored', () => {
  for (const text of ['null', '[1', '{"ghee":"9"}']) {
    localStorage.setItem('addedPrices', text)
    expect(priceWhenAdded(line(100))).toBeUndefined()
  }
})
