/** Maps the list's categories to the shop's: "VEG > Leafy" to "Vegetables > Greens". */
export type CategoryWords = ReadonlyMap<string, string>

/** Parses the output of formatCategoryWords. */
export function parseCategoryWords(text: string | undefined): CategoryWords {
  const lines = text ? text.split('\n') : []
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** Returns the import parameter `categories`; undefined if no category is mapped. */
export function formatCategoryWords(words: CategoryWords): string | undefined {
  return [...words].map(([word, category]) => `${word}=${category}`).join('\n') || undefined
}

/**
 * Returns the list's categories that can be mapped: those already mapped, and new ones. The parameter's format excludes
 * names with "=".
 */
export function choosableWords(words: CategoryWords, missing: readonly string[]): string[] {
  return [...new Set([...words.keys(), ...missing])].filter((word) => !word.includes('='))
}
