import { queryOptions } from '@tanstack/react-query'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import { requireStorage } from './require-storage'

/** Accepts a staff invitation with its link's token. Returns the tokens of a first login. */
export async function joinStaff(form: { token: string; name: string; password: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/staff/join', { body: form }))
}

/** Accepts a customer's invitation with its link's token. Returns the tokens of a first login. */
export async function acceptInvitation(form: { token: string; email: string; password: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/user/invited', { body: form }))
}

/** Logs in. An account with a second factor also needs a code. */
export async function login({ code, ...form }: { email: string; password: string; code: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/user/login', { body: code === '' ? form : { ...form, code } }))
}

/** Creates an account, without logging in. */
export async function register(form: { name: string; email: string; password: string }) {
  requireStorage()
  return unwrapEnvelope(client.POST('/api/user/register', { body: form }))
}

/** Requests an OTP by mail. The response does not reveal whether an account with this email exists. */
export const requestOtp = (form: { email: string }) =>
  unwrapEnvelope(client.PUT('/api/user/forgot-password', { body: form }))

/** Exchanges the OTP for a cookie that lets this browser set a new password once, within 10 minutes. */
export const verifyOtp = (form: { email: string; otp: string }) =>
  unwrapEnvelope(client.PUT('/api/user/verify-forgot-password-otp', { body: form }))

/** Sets a new password and ends all sessions of the account. */
export const resetPassword = (form: { email: string; newPassword: string; confirmPassword: string }) =>
  unwrapEnvelope(client.PUT('/api/user/reset-password', { body: form }))

/**
 * Redeems the code of a mailed link and returns the confirmed address. It is a query although it changes data: the code
 * works once, and a query sends it once, however often the page renders.
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

/** Mails the confirmation link for the user's current or pending email again. Returns the text of the toast. */
export const resendVerifyEmail = async (): Promise<string> =>
  (await readEnvelope(client.POST('/api/user/resend-verify-email'))).message

/**
 * Updates the user's name, email and mobile. Returns the server's message and the whole user. A new email needs the
 * password if the login is not recent.
 */
export const updateUser = (form: { name: string; email: string; mobile: string; password?: string }) =>
  readEnvelope(client.PUT('/api/user/update-user', { body: form }))

/** Changes the user's password and ends all their other sessions. */
export const changePassword = (form: { password: string; newPassword: string; confirmPassword: string }) =>
  unwrapEnvelope(client.PUT('/api/user/change-password', { body: form }))

/** Reverts a change of email with the code mailed to the former address. Returns that address. */
export const undoEmailChange = (code: string) =>
  unwrapEnvelope(client.POST('/api/user/undo-email', { body: { code } }))
