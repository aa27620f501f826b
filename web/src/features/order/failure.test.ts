import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api'
import { failureOf } from './failure'
import { texts } from './texts'

test('what ran out, and a price or cart that changed, cancels cash on delivery and no online payment', () => {
  const said = 'Only 2 of Malai Paneer left in stock.'
  expect(failureOf(new ApiError(409, said))).toEqual({
    sentence: said,
    way: 'cancel',
    decided: true,
    paymentOpen: false,
  })
  expect(failureOf(new ApiError(409, said), 'ONLINE')).toMatchObject({ sentence: said, way: 'stay' })
})

test('a shop that did not answer keeps the attempt for another try', () => {
  expect(failureOf(new ApiError(0, 'The shop did not answer.'))).toMatchObject({
    way: 'stay',
    decided: false,
  })
})

test('a login that is over is asked for again, and the attempt waits', () => {
  expect(failureOf(new ApiError(401, 'Authentication required'))).toEqual({
    sentence: texts.loginFirst,
    way: 'login',
    decided: false,
    paymentOpen: false,
  })
})

test('any other failure cancels, in the words of the server where it gave some', () => {
  expect(failureOf(new ApiError(500, ''))).toEqual({
    sentence: 'Failed to create order. Please try again.',
    way: 'cancel',
    decided: false,
    paymentOpen: false,
  })
  expect(failureOf(new ApiError(400, 'The total quantity does not match the items.'))).toEqual({
    sentence: 'The total quantity does not match the items.',
    way: 'cancel',
    decided: true,
    paymentOpen: false,
  })
  expect(failureOf(new TypeError('broken')).sentence).toBe('Failed to create order. Please try again.')
})

test('a refused picture is told in words for people', () => {
  expect(failureOf(new ApiError(400, 'Invalid string: image')).sentence).toBe(
    'Product image format error. Please contact support.',
  )
})

test('an online payment that did not begin cancels nothing', () => {
  expect(failureOf(new ApiError(502, 'Failed to redirect to payment.'), 'ONLINE')).toMatchObject({
    sentence: 'Failed to redirect to payment.',
    way: 'stay',
    decided: false,
  })
  expect(failureOf(new ApiError(502, ''), 'ONLINE').sentence).toBe('Failed to redirect to payment.')
  expect(failureOf(new ApiError(500, ''), 'ONLINE')).toMatchObject({
    sentence: 'Failed to create order. Please try again.',
    way: 'stay',
  })
  expect(failureOf(new ApiError(400, 'Invalid string: image'), 'ONLINE').way).toBe('stay')
  const off = new ApiError(503, 'Online payment is not available.', [], undefined, 'online_payment_off')
  expect(failureOf(off, 'ONLINE')).toMatchObject({ way: 'stay', decided: true })
})

test('a payment that is in the way is found in the orders', () => {
  const open = new ApiError(409, 'You have 3 payments open.', [], undefined, 'payments_open')
  expect(failureOf(open, 'ONLINE')).toMatchObject({ way: 'stay', decided: true, paymentOpen: true })
})
