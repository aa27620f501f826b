import { beforeEach, expect, test } from 'vitest'
import { clearSession, expireSession } from '@/lib/change-session'
import { cartLine, product } from '@/specification/mock-server'
import { checkoutBody, reuseOrCreateAttempt, unansweredAttempt } from './checkout-attempt'
import { attemptOf, keepOrder, keptLines } from './kept-order'
import { type KeptOrder, keptOrder as storedOrder } from './kept-order-storage'

const line = cartLine()
const otherLine = cartLine({ _id: 'other0000000', productId: product({ _id: 'dal000000000' }) })

beforeEach(() => sessionStorage.clear())

function keptOrder(): KeptOrder {
  const attempt = reuseOrCreateAttempt('COD', checkoutBody('COD', [line], 'home', { [line._id]: 'CALL' }))
  keepOrder(attempt, 2, 18_000)
  return storedOrder.read() as KeptOrder
}

test('an unchanged order is sent as it was, under its key, so that it is ordered once', () => {
  const kept = keptOrder()
  expect(attemptOf(kept, [line, otherLine])).toEqual({ method: 'COD', key: kept.key, body: kept.body })
  expect(keptLines(kept, [line, otherLine])).toEqual([line])
})

test('with other prices the order is a new one, with its wishes and without lines added to the cart since', () => {
  const kept = keptOrder()
  const dearer = cartLine({ productId: product({ price: 120 }) })
  const { key, body } = attemptOf(kept, [dearer, otherLine])
  expect(key).not.toBe(kept.key)
  expect(JSON.parse(body)).toMatchObject({
    list_items: [{ _id: line._id, wish: 'CALL' }],
    totalAmt: 220,
    addressId: 'home',
  })
})

test('when its lines have left the cart, the same request is sent again: it may have succeeded', () => {
  const kept = keptOrder()
  expect(attemptOf(kept, [otherLine])).toMatchObject({ key: kept.key, body: kept.body })
})

test('a kept order is not sent again by the page, survives an expired login, and is deleted by a logout', () => {
  keptOrder()
  expect(unansweredAttempt()).toBeUndefined()
  expireSession()
  expect(storedOrder.read()).toBeDefined()
  clearSession()
  expect(storedOrder.read()).toBeUndefined()
})
