import { beforeEach, expect, test } from 'vitest'
import type { CartLine } from '@/features/cart/api'
import { answered, attemptFor, checkoutBody, unanswered } from './attempt'

beforeEach(() => sessionStorage.clear())

function line(_id: string, price: number, discount: number, quantity: number, size?: string): CartLine {
  return { _id, productId: { _id: `p-${_id}`, price, discount }, quantity, size } as CartLine
}

test('a checkout sends its lines with the sums that were shown, to the paisa', () => {
  expect(JSON.parse(checkoutBody([line('a', 49.5, 0.1, 3), line('b', 0.3, 0.1, 1, 'M')], 'home'))).toEqual({
    list_items: [
      { _id: 'a', productId: 'p-a', quantity: 3 },
      { _id: 'b', productId: 'p-b', quantity: 1, size: 'M' },
    ],
    totalQty: 4,
    totalAmt: 148.4,
    addressId: 'home',
  })
})

test('the same press repeats its key until it is answered, also after a reload', () => {
  const first = attemptFor('COD', '{"one":1}')
  expect(attemptFor('COD', '{"one":1}')).toEqual(first)
  expect(unanswered()).toEqual(first)
  answered()
  expect(unanswered()).toBeUndefined()
  expect(attemptFor('COD', '{"one":1}').key).not.toBe(first.key)
})

test('another body or way to pay is another attempt, and the earlier one is forgotten', () => {
  const first = attemptFor('COD', '{"one":1}')
  const second = attemptFor('COD', '{"two":2}')
  expect(second.key).not.toBe(first.key)
  expect(unanswered()).toEqual(second)
  const third = attemptFor('ONLINE', '{"two":2}')
  expect(third.key).not.toBe(second.key)
  expect(unanswered()).toEqual(third)
})
