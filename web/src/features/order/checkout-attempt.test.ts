import { beforeEach, expect, test } from 'vitest'
import type { CartLine } from '@/features/cart/api'
import { checkoutBody, clearAttempt, reuseOrCreateAttempt, unansweredAttempt } from './checkout-attempt'

beforeEach(() => sessionStorage.clear())

function line(_id: string, price: number, discount: number, quantity: number, size?: string): CartLine {
  return { _id, productId: { _id: `p-${_id}`, price, discount }, quantity, size } as CartLine
}

test('the request of a checkout has its lines and the sums that were shown, to the paisa', () => {
  expect(
    JSON.parse(checkoutBody('COD', [line('a', 49.5, 0.1, 3), line('b', 0.3, 0.1, 1, 'M')], 'home')),
  ).toEqual({
    list_items: [
      { _id: 'a', productId: 'p-a', quantity: 3 },
      { _id: 'b', productId: 'p-b', quantity: 1, size: 'M' },
    ],
    totalQty: 4,
    totalAmt: 148.4,
    addressId: 'home',
  })
})

test('a business that buys is sent with its name and GSTIN, and nothing for a person', () => {
  const buyer = { name: 'Tara Caterers', gstin: '27CCCFT0000C1ZX' }
  expect(JSON.parse(checkoutBody('COD', [line('a', 49, 0, 1)], 'home', {}, buyer))).toMatchObject({ buyer })
  expect(JSON.parse(checkoutBody('COD', [line('a', 49, 0, 1)], 'home'))).not.toHaveProperty('buyer')
})

test('a line is sent with its wish, unless that is the default', () => {
  const lines = [line('a', 49, 0, 1), line('b', 30, 0, 1), line('c', 20, 0, 1)]
  const { list_items: items } = JSON.parse(checkoutBody('COD', lines, 'home', { a: 'CALL', b: 'REMOVE' }))
  expect(items.map(({ wish }: { wish?: string }) => wish)).toEqual(['CALL', undefined, undefined])
})

test('an attempt without a response keeps its idempotency key, also after a reload', () => {
  const first = reuseOrCreateAttempt('COD', '{"one":1}')
  expect(reuseOrCreateAttempt('COD', '{"one":1}')).toEqual(first)
  expect(unansweredAttempt()).toEqual(first)
  clearAttempt()
  expect(unansweredAttempt()).toBeUndefined()
  expect(reuseOrCreateAttempt('COD', '{"one":1}').key).not.toBe(first.key)
})

test('another body or payment method is a new attempt that replaces the former', () => {
  const first = reuseOrCreateAttempt('COD', '{"one":1}')
  const second = reuseOrCreateAttempt('COD', '{"two":2}')
  expect(second.key).not.toBe(first.key)
  expect(unansweredAttempt()).toEqual(second)
  const third = reuseOrCreateAttempt('ONLINE', '{"two":2}')
  expect(third.key).not.toBe(second.key)
  expect(unansweredAttempt()).toEqual(third)
})
