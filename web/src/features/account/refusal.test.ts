import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api'
import { saidOf } from './refusal'

const fallback = { refused: 'Invalid OTP', unanswered: 'OTP verification failed' }

test("a refusal is told in the server's words, in the specification's without any", () => {
  const limited = 'Too many attempts. Please try again in 14 minutes.'
  expect(saidOf(new ApiError(429, limited), fallback)).toEqual({ toast: limited, beside: limited })
  expect(saidOf(new ApiError(400, ''), fallback)).toEqual({ toast: 'Invalid OTP', beside: 'Invalid OTP' })
})

test('without an answer the toast is the specification’s and the form says what to do', () => {
  const away = new ApiError(0, 'The shop did not answer.')
  expect(saidOf(away, fallback)).toEqual({
    toast: 'OTP verification failed',
    beside: 'The shop did not answer.',
  })
  expect(saidOf(new Error('a fault'), fallback).beside).toBe('OTP verification failed')
})
