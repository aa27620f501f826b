import { asJson, storedValue } from '@/lib/stored-value'

const MAX_SEARCHES = 6
const MIN_LENGTH = 2

const stored = storedValue(
  'recentSearches',
  'login',
  asJson((json) => (Array.isArray(json) ? json.filter((query) => typeof query === 'string') : undefined)),
)

/** Returns the queries saved in this browser, newest first. */
export function readRecentSearches(): string[] {
  return stored.read() ?? []
}

/** Saves a query that was submitted or whose results were opened. Queries that differ only in case count as one. */
export function saveRecentSearch(text: string): void {
  const query = text.trim()
  if (query.length < MIN_LENGTH) return
  const otherSearches = readRecentSearches().filter((search) => search.toLowerCase() !== query.toLowerCase())
  stored.write([query, ...otherSearches].slice(0, MAX_SEARCHES))
}
