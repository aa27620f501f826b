export type Names = Record<string, string>

/** Returns the changed names for the API, with removed ones as ''; undefined without changes. */
export function changedNames(before: Names = {}, after: Names): Names | undefined {
  const gone = Object.keys(before).filter((language) => !after[language])
  const names = { ...after, ...Object.fromEntries(gone.map((language) => [language, ''])) }
  return Object.keys(names).length > 0 ? names : undefined
}
