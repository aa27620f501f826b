import { expect, test } from 'vitest'
import { whatsAppLink, whatsAppNumber } from './phone'

test('a WhatsApp number has a country code: 91 is added to ten digits', () => {
  expect(['98765 43210', '098765-43210', '+91 98765 43210', '+44 20 7946 0018'].map(whatsAppNumber)).toEqual([
    '919876543210',
    '919876543210',
    '919876543210',
    '442079460018',
  ])
})

test('a WhatsApp link contains its text, also without a number', () => {
  expect(whatsAppLink('90000 00099', 'a b')).toBe('https://wa.me/919000000099?text=a%20b')
  expect(whatsAppLink('', 'a')).toBe('https://wa.me/?text=a')
})
