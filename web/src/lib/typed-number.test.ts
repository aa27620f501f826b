import { expect, test } from 'vitest'
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
