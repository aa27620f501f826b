import { expect, test, vi } from 'vitest'
import { ApiError } from './api'
import { describeError } from './errors'
import { applyServerErrors } from './server-errors'

const names = ['name', 'email'] as const

test('each error is shown at its field and the first field gets the focus', () => {
  const setError = vi.fn()
  const refused = new ApiError(400, 'Please check the form.', [
    { field: 'email', message: 'Email is not valid.' },
    { field: 'name', message: 'Name is required.' },
  ])
  expect(applyServerErrors(refused, names, setError)).toBe(true)
  expect(setError.mock.calls).toEqual([
    ['email', { type: 'server', message: 'Email is not valid.' }, { shouldFocus: true }],
    ['name', { type: 'server', message: 'Name is required.' }, { shouldFocus: false }],
  ])
})

test('errors of unknown fields are returned', () => {
  const setError = vi.fn()
  const elsewhere = new ApiError(400, 'No.', [{ field: 'role', message: 'No.' }])
  expect(applyServerErrors(elsewhere, names, setError)).toBe(false)
  expect(applyServerErrors(new TypeError('broken'), names, setError)).toBe(false)
  expect(setError).not.toHaveBeenCalled()
})

const messages = { fallback: 'Invalid OTP', offline: 'OTP verification failed' }

test("an error is shown with the server's message, or with the fallback", () => {
  const limited = 'Too many attempts. Please try again in 14 minutes.'
  expect(describeError(new ApiError(429, limited), messages)).toEqual({ toast: limited, inline: limited })
  expect(describeError(new ApiError(400, ''), messages)).toEqual({
    toast: 'Invalid OTP',
    inline: 'Invalid OTP',
  })
})

test('without a response the toast has the specification’s text and the form says what to do', () => {
  expect(describeError(new ApiError(0, 'The shop did not answer.'), messages)).toEqual({
    toast: 'OTP verification failed',
    inline: 'The shop did not answer.',
  })
  expect(describeError(new Error('a fault'), messages).inline).toBe('OTP verification failed')
})
