import { mobileDigits } from '@/lib/typed-number'
import { z } from '@/lib/zod'
import { texts } from './texts'

const required = (label: string) => z.string().check(z.trim(), z.minLength(1, texts.required(label)))
const email = required(texts.email).check(z.regex(/^[^\s@]+@[^\s@]+$/, { message: texts.emailInvalid }))

export const loginSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, texts.required(texts.password))),
  // Empty unless the account has a second factor.
  code: z.string(),
})

export const codeSchema = z.object({ code: required(texts.code) })

export const passkeySchema = z.object({
  name: required(texts.passkeyNameShort).check(z.maxLength(60, texts.passkeyNameLong)),
})

const newPassword = (label: string) =>
  z.string().check(
    z.minLength(1, texts.required(label)),
    z.refine((password) => password === '' || (password.length >= 8 && password.length <= 128), {
      message: texts.passwordLength,
    }),
  )

// Compare the two passwords as soon as both are filled in.
const hasConfirmation = ({ value }: { value: unknown }) =>
  Boolean((value as { confirmPassword?: string }).confirmPassword)

const confirmsNewPassword = z.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  { message: texts.newPasswordsDiffer, path: ['confirmPassword'], when: hasConfirmation },
)

export const registerSchema = z
  .object({
    name: required(texts.name),
    email,
    password: newPassword(texts.password),
    confirmPassword: z.string().check(z.minLength(1, texts.required(texts.confirmPassword))),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      message: texts.passwordsDiffer,
      path: ['confirmPassword'],
      when: hasConfirmation,
    }),
  )

export const joinSchema = z.object({
  token: z.string(),
  name: required(texts.name),
  password: newPassword(texts.password),
})

export const invitedSchema = z.object({
  token: z.string(),
  email,
  password: newPassword(texts.password),
})

export const forgotPasswordSchema = z.object({ email })

export const otpSchema = z.object({
  otp: z.string().check(z.regex(/^\d{6}$/, { message: texts.otpInvalid })),
})

export const resetPasswordSchema = z
  .object({
    newPassword: newPassword(texts.newPassword),
    confirmPassword: z.string().check(z.minLength(1, texts.required(texts.confirmNewPassword))),
  })
  .check(confirmsNewPassword)

export const changePasswordSchema = z
  .object({
    password: z.string().check(z.minLength(1, texts.required(texts.currentPassword))),
    newPassword: newPassword(texts.newPassword),
    confirmPassword: z.string().check(z.minLength(1, texts.required(texts.confirmNewPassword))),
  })
  .check(confirmsNewPassword)

export const profileSchema = z.object({
  name: required(texts.name),
  email,
  mobile: required(texts.mobile).check(
    z.refine((typed) => mobileDigits(typed) !== undefined, { message: texts.mobileInvalid }),
  ),
})
