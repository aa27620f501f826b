/** Returns a whole number with Indian grouping: 1,00,000. */
export function formatCount(count: number): string {
  // Not Intl: the server's JavaScript engine has no locale data, and its HTML must match the browser's.
  return String(count).replace(/\B(?=(\d{2})*\d{3}$)/g, ',')
}

/** Returns a count with its noun: "1 order", "1,000 orders". */
export function formatPlural(count: number, singular: string, plural: string): string {
  return count === 1 ? `1 ${singular}` : `${formatCount(count)} ${plural}`
}
