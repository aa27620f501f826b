export type Names = Record<string, string>

/** Returns names as the API takes them: those that were there and are not, as empty ones. */
export function changedNames(before: Names = {}, after: Names): Names {
  const gone = Object.keys(before).filter((language) => !after[language])
  return { ...after, ...Object.fromEntries(gone.map((language) => [language, ''])) }
}
