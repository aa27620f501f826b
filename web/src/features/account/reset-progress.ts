import { asJson, storedValue } from '@/lib/stored-value'

/** The state of a password reset in this tab. */
export type ResetProgress = {
  email: string
  /** When the latest OTP was sent, in ms since 1970. */
  sentAt: number
  /** The OTP was correct: a new password may be set. The proof is an HTTP-only cookie. */
  verified: boolean
}

/** The progress of the password reset in this tab, kept over a reload; undefined before an OTP was sent. */
export const resetProgress = storedValue('passwordReset', 'tab', asJson(check))

function check(json: unknown): ResetProgress | undefined {
  const step = json as Partial<ResetProgress> | null
  if (!step || typeof step.email !== 'string' || typeof step.sentAt !== 'number') return undefined
  return { email: step.email, sentAt: step.sentAt, verified: step.verified === true }
}
