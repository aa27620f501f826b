import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api'
import { orderFailure } from './order-failure'
import { texts } from './texts'

test('a conflict cancels a COD order but not an online payment', () => {
  const message = 'Only 2 of Malai Paneer left in stock.'
  expect(orderFailure(new ApiError(409, message))).toEqual({
    message,
    next: 'cancel',
    final: true,
    paymentOpen: false,
    cartChanged: false,
  })
  expect(orderFailure(new ApiError(409, message), 'ONLINE')).toMatchObject({ message, next: 'stay' })
})

test('a rule of the shop keeps the shopper at the checkout, with the rule in a sentence', () => {
  const message = 'The smallest order is ₹200. Please add goods for ₹49.50 more.'
  for (const code of ['closed', 'paused', 'below_minimum', 'outside_pincodes', 'no_cash', 'open_cash_orders'])
    expect(orderFailure(new ApiError(409, message, [], undefined, code))).toEqual({
      message,
      next: 'stay',
      final: true,
      paymentOpen: false,
      cartChanged: false,
    })
})

test('an invalid business for the bill keeps the shopper at the checkout, with the reason at its field', () => {
  const message = 'The last sign does not fit. Look at your certificate again.'
  const error = new ApiError(400, message, [{ field: 'buyer.gstin', message }])
  expect(orderFailure(error)).toMatchObject({ message, next: 'stay', final: true, buyer: { gstin: message } })
})

test('a cart that has changed keeps the shopper at the checkout', () => {
  for (const code of ['prices_changed', 'out_of_stock', 'not_available', 'cart_changed'])
    expect(orderFailure(new ApiError(409, 'Changed.', [], undefined, code))).toMatchObject({
      next: 'stay',
      final: true,
      cartChanged: true,
    })
})

test('an offline shop keeps the attempt for a retry', () => {
  expect(orderFailure(new ApiError(0, 'The shop did not answer.'))).toMatchObject({
    next: 'stay',
    final: false,
  })
})

test('a 429 decides nothing: the same attempt can be sent again', () => {
  for (const method of ['COD', 'ONLINE'] as const)
    expect(orderFailure(new ApiError(429, 'Too many requests.'), method).final).toBe(false)
  expect(orderFailure(new ApiError(428, '')).final).toBe(true)
})

test('an expired login leads to the login page and keeps the attempt', () => {
  expect(orderFailure(new ApiError(401, 'Authentication required'))).toEqual({
    message: texts.loginFirst,
    next: 'login',
    final: false,
    paymentOpen: false,
    cartChanged: false,
  })
})

test('any other failure cancels, with the server’s message if it sent one', () => {
  expect(orderFailure(new ApiError(500, ''))).toEqual({
    message: 'Failed to create order. Please try again.',
    next: 'cancel',
    final: false,
    paymentOpen: false,
    cartChanged: false,
  })
  expect(orderFailure(new ApiError(400, 'The total quantity does not match the items.'))).toEqual({
    message: 'The total quantity does not match the items.',
    next: 'cancel',
    final: true,
    paymentOpen: false,
    cartChanged: false,
  })
  expect(orderFailure(new TypeError('broken')).message).toBe('Failed to create order. Please try again.')
})

test('a refused picture gets a readable message', () => {
  expect(orderFailure(new ApiError(400, 'Invalid string: image')).message).toBe(
    'Product image format error. Please contact support.',
  )
})

test('an online payment that did not start cancels nothing', () => {
  expect(orderFailure(new ApiError(502, 'Failed to redirect to payment.'), 'ONLINE')).toMatchObject({
    message: 'Failed to redirect to payment.',
    next: 'stay',
    final: false,
  })
  expect(orderFailure(new ApiError(502, ''), 'ONLINE').message).toBe('Failed to redirect to payment.')
  expect(orderFailure(new ApiError(500, ''), 'ONLINE')).toMatchObject({
    message: 'Failed to create order. Please try again.',
    next: 'stay',
  })
  expect(orderFailure(new ApiError(400, 'Invalid string: image'), 'ONLINE').next).toBe('stay')
  const off = new ApiError(503, 'Online payment is not available.', [], undefined, 'online_payment_off')
  expect(orderFailure(off, 'ONLINE')).toMatchObject({ next: 'stay', final: true })
})

test('an open payment that blocks a new one is reported as such', () => {
  const open = new ApiError(409, 'You have 3 payments open.', [], undefined, 'payments_open')
  expect(orderFailure(open, 'ONLINE')).toMatchObject({ next: 'stay', final: true, paymentOpen: true })
})
