/** The words of units in a language: by form as people write them; '' for a measure, which stays as it is. */
export type UnitWords = Record<string, string>

/** The words of units in the language of this build. That of English is built without what reads them. */
export const UNIT_WORDS: UnitWords = import.meta.env.UNIT_WORDS

/** A record of the API with a unit. `unit` is in the language of the page; `ownUnit` is the stored one, if it differs. */
export type Measured = { unit: string; ownUnit?: string }

const WORD = /[A-Za-z]+/g

/** Returns the unit of goods in a language: "1 पैकेट" of "1 packet". One with a word that is not known stays as it is. */
export function unitIn(words: UnitWords, unit: string): string {
  const found = unit.toLowerCase().match(WORD) ?? []
  if (!found.every((word) => Object.hasOwn(words, word))) return unit
  return unit.replace(WORD, (word) => words[word.toLowerCase()] || word)
}

/** Returns a record with its unit in a language, and any other value as it is. */
export function withUnitIn(words: UnitWords, value: unknown): unknown {
  const unit = (value as Partial<Measured> | null)?.unit
  if (typeof unit !== 'string') return value
  const shown = unitIn(words, unit)
  return shown === unit ? value : { ...(value as Measured), unit: shown, ownUnit: unit }
}
