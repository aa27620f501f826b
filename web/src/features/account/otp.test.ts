import { expect, test } from 'vitest'
import { extractOtp } from './otp'

test('an OTP is found in whatever was pasted', () => {
  for (const text of [
    '407123',
    ' 407 123\n',
    '407-123',
    '4 0 7 1 2 3',
    'Your OTP is 407123.',
    'Kirana, 21 November: 407 123 is your OTP. It works for 10 minutes.',
  ]) {
    expect(extractOtp(text), text).toBe('407123')
  }
})

test('typing digit by digit keeps digits only, and no more than six', () => {
  expect(extractOtp('')).toBe('')
  expect(extractOtp('40x')).toBe('40')
  expect(extractOtp('4071239')).toBe('407123')
})
