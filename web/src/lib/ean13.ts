// Modules of a digit in the left half with odd parity (set A); the other sets are its inverses and mirrors.
const ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
// Parity of the six left digits, which encodes the first digit.
const PARITY = [
  'OOOOOO',
  'OOEOEE',
  'OOEEOE',
  'OOEEEO',
  'OEOOEE',
  'OEEOOE',
  'OEEEOO',
  'OEOEOE',
  'OEOEEO',
  'OEEOEO',
]

/** Returns the check digit of the first twelve digits of an EAN-13. */
export function checkDigit(digits: string): number {
  const sum = [...digits.slice(0, 12)].reduce(
    (all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/**
 * Returns the 95 modules of an EAN-13, or of a UPC-A with its leading 0
 * (https://www.gs1.org/standards/barcodes/ean-upc): "1" is a bar. Returns undefined if the length or the check digit is
 * wrong.
 */
export function ean13Modules(code: string): string | undefined {
  const text = code.length === 12 ? `0${code}` : code
  if (!/^\d{13}$/.test(text) || Number(text[12]) !== checkDigit(text)) return undefined
  const digits = [...text].map(Number)
  const left = digits.slice(1, 7).map((digit, index) => {
    const odd = ODD[digit] ?? ''
    return PARITY[digits[0] ?? 0]?.[index] === 'O' ? odd : [...inverse(odd)].reverse().join('')
  })
  const right = digits.slice(7).map((digit) => inverse(ODD[digit] ?? ''))
  return `101${left.join('')}01010${right.join('')}101`
}

const inverse = (modules: string) => modules.replace(/./g, (module) => (module === '0' ? '1' : '0'))
