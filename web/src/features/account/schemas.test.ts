import { expect, test } from 'vitest'
import type { z } from '@/lib/zod'
import { otpSchema, profileSchema, registerSchema, resetPasswordSchema } from './schemas'
import { texts } from './texts'

const asha = {
  name: 'Asha',
  email: 'asha@example.in',
  password: 'dalchawal-9',
  confirmPassword: 'dalchawal-9',
}

function complaints(form: z.ZodMiniType, values: object): Record<string, string> {
  const { error } = form.safeParse(values)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('a complete registration is valid', () => {
  expect(complaints(registerSchema, asha)).toEqual({})
})

test('every field of a registration is required', () => {
  const empty = { name: ' ', email: '', password: '', confirmPassword: '' }
  expect(Object.keys(complaints(registerSchema, empty))).toEqual([
    'name',
    'email',
    'password',
    'confirmPassword',
  ])
})

test('different passwords are reported even while other fields are missing', () => {
  expect(complaints(registerSchema, { ...asha, name: '', confirmPassword: 'dalchawal-8' })).toMatchObject({
    confirmPassword: texts.passwordsDiffer,
  })
})

test('a mobile number has exactly ten digits', () => {
  const profile = { name: 'Asha', email: 'asha@example.in' }
  expect(complaints(profileSchema, { ...profile, mobile: '9822041873' })).toEqual({})
  for (const mobile of ['982204187', '98220418730', '98220-4187', '+919822041']) {
    expect(complaints(profileSchema, { ...profile, mobile })).toEqual({ mobile: texts.mobileInvalid })
  }
})

test('an OTP has exactly six digits', () => {
  expect(complaints(otpSchema, { otp: '407123' })).toEqual({})
  for (const otp of ['', '40712', '4071234', '40712x']) {
    expect(complaints(otpSchema, { otp }), otp).toEqual({ otp: texts.otpInvalid })
  }
})

test('a new password is typed twice, the same, in 8 to 128 characters', () => {
  const twice = (newPassword: string, confirmPassword = newPassword) =>
    complaints(resetPasswordSchema, { newPassword, confirmPassword })
  expect(twice('dalchawal-9')).toEqual({})
  expect(twice('dalchawal-9', 'dalchawal-8')).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(twice('dal')).toEqual({ newPassword: texts.passwordLength })
  expect(Object.keys(twice(''))).toEqual(['newPassword', 'confirmPassword'])
})
