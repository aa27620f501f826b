import { amountTexts } from './amount-texts'
import type { Paise } from './money'

/** The units of the Indian number system above a hundred, largest first. */
const UNITS = [
  [10_000_000, amountTexts.crore],
  [100_000, amountTexts.lakh],
  [1000, amountTexts.thousand],
] as const

/** Returns a whole number in words, in the Indian number system. Beyond 99 crore, the number of crores is itself spelled out. */
function inWords(count: number): string {
  const parts: string[] = []
  let rest = count
  for (const [size, unit] of UNITS) {
    if (rest >= size) parts.push(unit(inWords(Math.floor(rest / size))))
    rest %= size
  }
  if (rest >= 100) parts.push(amountTexts.hundreds[Math.floor(rest / 100) - 1] ?? '')
  rest %= 100
  if (rest > 0 || count === 0) parts.push(amountTexts.numbers[rest] ?? '')
  return parts.join(' ')
}

/** Returns an amount as it is written out on a bill: "Rupees Six Hundred Sixty Five and Fifty Paise Only". `paise` is never negative. */
export function amountInWords(paise: Paise): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  if (rest === 0) return amountTexts.rupees(inWords(rupees))
  if (rupees === 0) return amountTexts.paise(rest, inWords(rest))
  return amountTexts.rupeesAndPaise(inWords(rupees), rest, inWords(rest))
}
