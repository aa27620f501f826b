import type { Paise } from './money'

const UNDER_TWENTY = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** The units of the Indian system, the largest first. */
const UNITS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** Returns a whole number in words, in the Indian system; '' for 0. Beyond 99 crore the crores are counted in words, too. */
function inWords(count: number): string {
  for (const [size, unit] of UNITS) {
    if (count >= size) {
      const rest = inWords(count % size)
      return `${inWords(Math.floor(count / size))} ${unit}${rest && ` ${rest}`}`
    }
  }
  if (count < 20) return UNDER_TWENTY[count] ?? ''
  const ones = UNDER_TWENTY[count % 10]
  return `${TENS[Math.floor(count / 10)]}${ones && ` ${ones}`}`
}

/** Returns an amount as a bill writes it out: "Rupees Six Hundred Sixty Five and Fifty Paise Only". Never negative. */
export function amountInWords(paise: Paise): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const whole = rupees > 0 || rest === 0 ? `Rupees ${inWords(rupees) || 'Zero'}` : ''
  const fraction = rest > 0 ? `${inWords(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}` : ''
  return `${[whole, fraction].filter(Boolean).join(' and ')} Only`
}
