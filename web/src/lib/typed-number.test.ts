import { expect, test } from 'vitest'
import { parseNumber, plainNumber } from './plain-number'
import { asciiDigits, mobileDigits } from './typed-number'

test.each([
  ['१२.५', '12.5'],
  ['１，２００', '1,200'],
  ['௧௨௩', '123'],
  ['𝟗𝟏', '91'],
  ['½ kg', '½ kg'],
])('%s is %s', (typed, digits) => {
  expect(asciiDigits(typed)).toBe(digits)
})

test.each([
  ['1,249', '1249'],
  ['₹ १,२००.५०', '1200.50'],
  ['1,20,000', '120000'],
  ['1,000,000', '1000000'],
  ['1,5', '1,5'],
  ['-0.40', '-0.40'],
  ['a lot', 'alot'],
])('%s is the number %s', (typed, number) => {
  expect(plainNumber(typed)).toBe(number)
})

test('a typed number is read in every script, and no other text is a number', () => {
  expect(['1,249', '₹ १,२००.५०', ' 3 '].map(parseNumber)).toEqual([1249, 1200.5, 3])
  expect(['', ' ', 'a lot', '1,5', '25.5 kg'].map(parseNumber)).toEqual(Array(5).fill(Number.NaN))
})

test.each([
  '9876543210',
  '+91 98765 43210',
  '09876543210',
  '0091 98765-43210',
  '+91 (0) 98765 43210',
  '९८७६५४३२१०',
  '\u202a+91 98765 43210\u202c',
])('%s is a mobile', (typed) => {
  expect(mobileDigits(typed)).toBe('9876543210')
})

test.each(['', '987654321', '+1 9876543210', '+9876543210', '98765x43210'])('%j is no mobile', (typed) => {
  expect(mobileDigits(typed)).toBeUndefined()
})
