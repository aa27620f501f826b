import { asciiDigits } from '@/lib/typed-number'

/**
 * Returns a barcode in the form that the server compares. A number of 7 to 14 digits loses printed spaces and dashes,
 * and leading zeros: a UPC-A is an EAN-13 that begins with 0. A UPC-E is expanded to its UPC-A, unless its digits are a
 * valid EAN-8 (ADR 0067).
 */
export function barcodeKey(code: string): string {
  const number = numberOf(code)
  const expanded = hasCheckDigit(number.padStart(8, '0')) ? undefined : expandUpcE(code)
  const digits = (expanded ?? number).replace(/^0+/, '')
  return expanded || (number.length <= 14 && /^\d{7,}$/.test(digits)) ? digits : code.trim().toLowerCase()
}

/** Expands a UPC-E of eight digits, or of seven without the leading zero, to its UPC-A; undefined for other codes. */
export function expandUpcE(code: string): string | undefined {
  const number = numberOf(code)
  const match = /^([01])(\d{6})(\d)$/.exec(number.length === 7 ? `0${number}` : number)
  const [, system = '', d = '', check = ''] = match ?? []
  if (!match) return undefined
  const full = /^\d{5}[0-2]/.test(d)
    ? `${d.slice(0, 2)}${d[5]}0000${d.slice(2, 5)}`
    : d[5] === '3'
      ? `${d.slice(0, 3)}00000${d.slice(3, 5)}`
      : d[5] === '4'
        ? `${d.slice(0, 4)}00000${d[4]}`
        : `${d.slice(0, 5)}0000${d[5]}`
  const expanded = `${system}${full}${check}`
  return hasCheckDigit(expanded) && !/^0+$/.test(full) ? expanded : undefined
}

const numberOf = (code: string) => asciiDigits(code).replace(/[\s-]/g, '')

/** Reports whether the last digit of a number is right: counted from the right, digits weigh 1 and 3 in turn. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}
