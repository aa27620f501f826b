import { asciiDigits } from '@/lib/typed-number'

/** Parses pincodes separated by anything; `unknown` has the invalid parts. */
export function parsePincodes(text: string): { pincodes: string[]; unknown: string[] } {
  // "411 001" is one pincode, as it is often written.
  const joined = asciiDigits(text).replace(/(?<!\d)([1-9]\d{2})[ \u00a0-](\d{3})(?!\d)/g, '$1$2')
  const words = joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !/^(pin|pincode|code)$/i.test(word))
  const known = words.filter((word) => /^[1-9]\d{5}$/.test(word))
  return { pincodes: [...new Set(known)].sort(), unknown: words.filter((word) => !known.includes(word)) }
}
