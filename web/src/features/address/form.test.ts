import { expect, test } from 'vitest'
import { addressSchema, FIELDS, initialAddress, isOptional, mobileHint, pincodeDigits } from './form'

const complete = {
  receiver: 'Lakshmi Rao',
  mobile: '9822041873',
  pincode: '411004',
  country: 'India',
  address_line: '14, Prabhat Road',
  landmark: 'Near the well',
  city: 'Pune',
  state: 'Maharashtra',
}

test.each(FIELDS.filter(({ name }) => !isOptional(name)))(
  'an address without its $name has an error on that field',
  ({ name }) => {
    const { error } = addressSchema.safeParse({ ...complete, [name]: '  ' })
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
    expect(error?.issues[0]?.message).toMatch(/is required\.$/)
  },
)

test('receiver and landmark may stay empty, and any text is a pincode and a mobile', () => {
  const odd = { ...complete, receiver: '', landmark: '', pincode: 'SW1A 1AA', mobile: '+44 20 7946' }
  expect(addressSchema.safeParse(odd).success).toBe(true)
})

test('a new address starts with the country of the newest address and the shopper’s name and mobile', () => {
  const initial = initialAddress({ country: 'Nepal' }, { name: 'Asha Rao', mobile: '9988776655' })
  expect(initial).toMatchObject({
    receiver: 'Asha Rao',
    mobile: '9988776655',
    country: 'Nepal',
    address_line: '',
  })
  expect(initialAddress(undefined).country).toBe('India')
})

test('values are trimmed', () => {
  expect(addressSchema.parse({ ...complete, city: ' Pune ' })).toEqual(complete)
})

test('a pincode is six digits however they are spaced', () => {
  expect(['411004', '411 004', ' 4 1 1004'].map(pincodeDigits)).toEqual(['411004', '411004', '411004'])
  expect(['', '41100', '4110041', '011004', 'SW1A 1AA'].map(pincodeDigits)).toEqual(Array(5).fill(undefined))
})

test('a mobile without ten digits gets a hint; a leading 0 or +91 does not count', () => {
  for (const mobile of ['', '9822041873', '+91 98220 41873', '09822041873'])
    expect(mobileHint(mobile)).toBe('10 digits')
  expect(mobileHint('982204187')).toBe('A mobile has 10 digits; this has 9.')
  expect(mobileHint('98220418733')).toBe('A mobile has 10 digits; this has 11.')
})
