import { asJson, storedValue } from '@/lib/stored-value'

/** The state of a password reset in this tab. */
export type ResetProgress = {
  email: string
  /** When the newest OTP was sent, in milliseconds. */
  sentAt: number
  /** The OTP was right: a new password may be set. What proves it is a cookie that no script can read. */
  verified: boolean
}

/** Where the person in this tab is, also after a reload; undefined when no OTP was sent yet. */
export const resetProgress = storedValue('passwordReset', 'tab', asJson(check))

function check(json: unknown): ResetProgress | undefined {
  const step = json as Partial<ResetProgress> | null
  if (!step || typeof step.email !== 'string' || typeof step.sentAt !== 'number') return undefined
  return { email: step.email, sentAt: step.sentAt, verified: step.verified === true }
}
