import { expect, test } from 'vitest'
import { addressForm, FIELDS } from './form'

const whole = {
  address_line: '14, Prabhat Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411004',
  country: 'India',
  mobile: '9822041873',
}

test.each(FIELDS)('an address without its $name is refused by a sentence on that field', ({ name }) => {
  const { error } = addressForm.safeParse({ ...whole, [name]: '  ' })
  expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
  expect(error?.issues[0]?.message).toMatch(/is required\.$/)
})

test('what is typed around an address is trimmed', () => {
  expect(addressForm.parse({ ...whole, city: ' Pune ' })).toEqual(whole)
})
