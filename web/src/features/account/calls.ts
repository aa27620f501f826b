import { queryOptions } from '@tanstack/react-query'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import { requireStorage } from './require-storage'

/** Accepts an invitation to the staff by the token of its link; returns the tokens of a first login. */
export async function joinStaff(form: { token: string; name: string; password: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/staff/join', { body: form }))
}

/** Takes the link that the shop gave to a customer; returns the tokens of a first login. */
export async function acceptInvitation(form: { token: string; email: string; password: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/user/invited', { body: form }))
}

/** Logs in; an account with a second factor needs its code, too. */
export async function login({ code, ...form }: { email: string; password: string; code: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/user/login', { body: code === '' ? form : { ...form, code } }))
}

/** Creates an account and logs in. */
export async function register(form: { name: string; email: string; password: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/user/register', { body: form }))
}

/** Requests an OTP by mail; the response does not show whether anyone has the email. */
export const requestOtp = (form: { email: string }) =>
  unwrapEnvelope(client.PUT('/api/user/forgot-password', { body: form }))

/** Exchanges the OTP for a cookie that lets this browser set a new password once, within 10 minutes. */
export const verifyOtp = (form: { email: string; otp: string }) =>
  unwrapEnvelope(client.PUT('/api/user/verify-forgot-password-otp', { body: form }))

/** Sets a new password and ends every login of the account. */
export const resetPassword = (form: { email: string; newPassword: string; confirmPassword: string }) =>
  unwrapEnvelope(client.PUT('/api/user/reset-password', { body: form }))

/**
 * Spends the code of a mailed link; returns the address that is confirmed now. A query, although it changes
 * something: the code works once, so however often the page is shown it is sent once.
 */
export const verifyEmailQuery = (code: string) =>
  queryOptions({
    queryKey: ['confirmation', code],
    queryFn: () => unwrapEnvelope(client.POST('/api/user/verify-email', { body: { code } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Mails the confirmation link of the user's email, or of their pending one, again; returns the message to show. */
export const resendVerifyEmail = async (): Promise<string> =>
  (await readEnvelope(client.POST('/api/user/resend-verify-email'))).message

/**
 * Changes the shopper's name, email and mobile; returns the server's message and the whole user. A new email
 * needs the password some time after the login.
 */
export const updateUser = (form: { name: string; email: string; mobile: string; password?: string }) =>
  readEnvelope(client.PUT('/api/user/update-user', { body: form }))

/** Changes the caller's password and ends every other login of theirs. */
export const changePassword = (form: { password: string; newPassword: string; confirmPassword: string }) =>
  unwrapEnvelope(client.PUT('/api/user/change-password', { body: form }))

/** Takes a change of email back by the code of the link mailed to the address before; returns that address. */
export const undoEmailChange = (code: string) =>
  unwrapEnvelope(client.POST('/api/user/undo-email', { body: { code } }))
