const STORAGE_KEY = 'role'

/** Stores the role of the logged-in user; logging out removes it with everything else. */
export function saveLastRole(role: string): void {
  localStorage.setItem(STORAGE_KEY, role)
}

/** Returns the role that the logged-in user had last; null if it is not known. */
export function readLastRole(): string | null {
  return localStorage.getItem(STORAGE_KEY)
}
