const KEY = 'recentSearches'
const KEPT = 6

/** What this browser searched for lately, newest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((q) => typeof q === 'string') : []
  } catch {
    return []
  }
}

/** Keeps a search that the shopper meant: entered, or followed by a press on a result. */
export function rememberSearch(q: string): void {
  const asked = q.trim()
  if (asked.length < 2) return
  const others = recentSearches().filter((other) => other.toLowerCase() !== asked.toLowerCase())
  localStorage.setItem(KEY, JSON.stringify([asked, ...others].slice(0, KEPT)))
}
