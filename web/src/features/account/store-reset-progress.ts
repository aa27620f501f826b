import { RESET_KEY, type ResetProgress } from './reset-progress'

/** Stores the next step of the reset. */
export function saveResetProgress(step: ResetProgress): void {
  sessionStorage.setItem(RESET_KEY, JSON.stringify(step))
}

/** Forgets all of it once the new password is set. */
export function clearResetProgress(): void {
  sessionStorage.removeItem(RESET_KEY)
}
