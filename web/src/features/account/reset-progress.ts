const KEY = 'passwordReset'

/** How far somebody is with a forgotten password in this tab. It survives a reload. */
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
    const step: Partial<ResetProgress> | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (!step || typeof step.email !== 'string' || typeof step.sentAt !== 'number') return undefined
    return { email: step.email, sentAt: step.sentAt, verified: step.verified === true }
  } catch {
    return undefined
  }
}

/** Remembers one more step. */
export function saveResetProgress(step: ResetProgress): void {
  sessionStorage.setItem(KEY, JSON.stringify(step))
}

/** Forgets all of it once the new password is set. */
export function clearResetProgress(): void {
  sessionStorage.removeItem(KEY)
}
