/** Unit words in a language, by their English spellings; '' for a measure, which is not translated. */
export type UnitWords = Record<string, string>

/** The unit words of this build's language. An English build omits the code that reads them. */
export const UNIT_WORDS: UnitWords = import.meta.env.UNIT_WORDS

/** A record of the API with a unit. `unit` is in the language of the page; `ownUnit` is the stored one, if it differs. */
export type Measured = { unit: string; ownUnit?: string }

const WORD = /[A-Za-z]+/g

/** Returns a unit in a language: "1 पैकेट" for "1 packet". A unit with an unknown word is unchanged. */
export function unitIn(words: UnitWords, unit: string): string {
  const found = unit.toLowerCase().match(WORD) ?? []
  if (!found.every((word) => Object.hasOwn(words, word))) return unit
  return unit.replace(WORD, (word) => words[word.toLowerCase()] || word)
}

/** Returns a record with its unit in a language; other values are unchanged. */
export function withUnitIn(words: UnitWords, value: unknown): unknown {
  const unit = (value as Partial<Measured> | null)?.unit
  if (typeof unit !== 'string') return value
  const shown = unitIn(words, unit)
  return shown === unit ? value : { ...(value as Measured), unit: shown, ownUnit: unit }
}
