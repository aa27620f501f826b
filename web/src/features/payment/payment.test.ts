import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api'
import { type PaymentStatus, type PaymentStatusView, pollDelay, shouldPoll } from './payment'

const view = (payment_status: PaymentStatus) => ({ payment_status }) as PaymentStatusView

test('a payment is polled until its status is final', () => {
  expect(shouldPoll(view('PENDING'), null)).toBe(true)
  for (const final of ['PAID', 'EXPIRED', 'FAILED', 'REFUND DUE', 'REFUNDED'] as const) {
    expect(shouldPoll(view(final), null)).toBe(false)
  }
})

test('polling continues without a response, and stops after a refusal', () => {
  expect(shouldPoll(undefined, new ApiError(0, ''))).toBe(true)
  expect(shouldPoll(view('PENDING'), new ApiError(503, ''))).toBe(true)
  expect(shouldPoll(undefined, new ApiError(429, ''))).toBe(true)
  expect(shouldPoll(undefined, new ApiError(404, 'There is no such payment.'))).toBe(false)
  expect(shouldPoll(view('PENDING'), new ApiError(401, ''))).toBe(false)
})

test('polling backs off to once every 30 seconds', () => {
  expect([1, 2, 3].map(pollDelay)).toEqual([2000, 3000, 4500])
  expect(pollDelay(40)).toBe(30_000)
})
