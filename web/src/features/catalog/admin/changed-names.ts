export type Names = Record<string, string>

/** Returns names as the API takes them: those that were there and are not, as empty ones; undefined without any. */
export function changedNames(before: Names = {}, after: Names): Names | undefined {
  const gone = Object.keys(before).filter((language) => !after[language])
  const names = { ...after, ...Object.fromEntries(gone.map((language) => [language, ''])) }
  return Object.keys(names).length > 0 ? names : undefined
}
