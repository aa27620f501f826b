const STORAGE_KEY = 'recentSearches'
const MAX_SEARCHES = 6
const MIN_LENGTH = 2

/** Returns the queries saved in this browser, newest first. */
export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : []
  } catch {
    return []
  }
}

/** Saves a query that was submitted, or whose results were pressed; one is kept whatever its case. */
export function saveRecentSearch(text: string): void {
  const query = text.trim()
  if (query.length < MIN_LENGTH) return
  const otherSearches = readRecentSearches().filter((other) => other.toLowerCase() !== query.toLowerCase())
  localStorage.setItem(STORAGE_KEY, JSON.stringify([query, ...otherSearches].slice(0, MAX_SEARCHES)))
}
