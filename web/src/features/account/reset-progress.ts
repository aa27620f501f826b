export const RESET_KEY = 'passwordReset'

/** The state of a password reset in this tab, kept in session storage so that it survives a reload. */
export type ResetProgress = {
  email: string
  /** When the newest OTP was sent, in milliseconds. */
  sentAt: number
  /** The OTP was right: a new password may be set. What proves it is a cookie that no script can read. */
  verified: boolean
}

/** Where the person in this tab is, or undefined when no OTP was sent yet. */
export function readResetProgress(): ResetProgress | undefined {
  try {
    const step: Partial<ResetProgress> | null = JSON.parse(sessionStorage.getItem(RESET_KEY) ?? 'null')
    if (!step || typeof step.email !== 'string' || typeof step.sentAt !== 'number') return undefined
    return { email: step.email, sentAt: step.sentAt, verified: step.verified === true }
  } catch {
    return undefined
  }
}
