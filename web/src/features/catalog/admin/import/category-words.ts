/** What categories of a list are in the shop: "VEG > Leafy" to "Vegetables > Greens". */
export type CategoryWords = ReadonlyMap<string, string>

/** Reads what formatCategoryWords wrote. */
export function parseCategoryWords(text: string | undefined): CategoryWords {
  const lines = text ? text.split('\n') : []
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** Returns what the server takes for `categories`; undefined when nothing is chosen. */
export function formatCategoryWords(words: CategoryWords): string | undefined {
  return [...words].map(([word, category]) => `${word}=${category}`).join('\n') || undefined
}

/** The words that may be put into a category of the shop: those chosen, and the new ones, whose name the server can read. */
export function choosableWords(words: CategoryWords, missing: readonly string[]): string[] {
  return [...new Set([...words.keys(), ...missing])].filter((word) => !word.includes('='))
}
