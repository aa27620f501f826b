import { expect, test } from 'vitest'
import { addressSchema, FIELDS, initialAddress } from './form'

const complete = {
  address_line: '14, Prabhat Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411004',
  country: 'India',
  mobile: '9822041873',
}

test.each(FIELDS)('an address without its $name has an error on that field', ({ name }) => {
  const { error } = addressSchema.safeParse({ ...complete, [name]: '  ' })
  expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
  expect(error?.issues[0]?.message).toMatch(/is required\.$/)
})

test('a new address starts with the state and country of the newest and the shopper’s mobile', () => {
  const { state, country } = { ...complete, country: 'Nepal' }
  const initial = initialAddress({ ...complete, country }, '9988776655')
  expect(initial).toEqual({ address_line: '', city: '', state, pincode: '', country, mobile: '9988776655' })
  expect(initialAddress(undefined).country).toBe('India')
})

test('values are trimmed', () => {
  expect(addressSchema.parse({ ...complete, city: ' Pune ' })).toEqual(complete)
})
