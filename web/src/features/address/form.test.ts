import { expect, test } from 'vitest'
import { addressForm, FIELDS, newAddress } from './form'

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

test('a new address begins with the state and country of the newest, and the mobile of the shopper', () => {
  const { state, country } = { ...whole, country: 'Nepal' }
  const begun = newAddress({ ...whole, country }, '9988776655')
  expect(begun).toEqual({ address_line: '', city: '', state, pincode: '', country, mobile: '9988776655' })
  expect(newAddress(undefined).country).toBe('India')
})

test('what is typed around an address is trimmed', () => {
  expect(addressForm.parse({ ...whole, city: ' Pune ' })).toEqual(whole)
})
