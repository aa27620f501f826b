import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api'
import { isOpen, type Standing, waitBefore } from './payment'

const standing = (payment_status: Standing['payment_status']) => ({ payment_status }) as Standing

test('a payment is asked about until it is final', () => {
  expect(isOpen(standing('PENDING'), null)).toBe(true)
  for (const final of ['PAID', 'EXPIRED', 'FAILED', 'REFUND DUE', 'REFUNDED'] as const) {
    expect(isOpen(standing(final), null)).toBe(false)
  }
})

test('a shop that does not answer is asked again, one that refuses is not', () => {
  expect(isOpen(undefined, new ApiError(0, ''))).toBe(true)
  expect(isOpen(standing('PENDING'), new ApiError(503, ''))).toBe(true)
  expect(isOpen(undefined, new ApiError(429, ''))).toBe(true)
  expect(isOpen(undefined, new ApiError(404, 'There is no such payment.'))).toBe(false)
  expect(isOpen(standing('PENDING'), new ApiError(401, ''))).toBe(false)
})

test('it is asked about ever less often, and at least every half minute', () => {
  expect([1, 2, 3].map(waitBefore)).toEqual([2000, 3000, 4500])
  expect(waitBefore(40)).toBe(30_000)
})
